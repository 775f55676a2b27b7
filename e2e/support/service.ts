/** The whole service with the built page, on a free port, with deals chosen by the test. */
import type { AddressInfo } from 'node:net';
import { packOf, variantOf } from '@same-deal/engine';
import { cryptographicChance } from '../../apps/server/src/deal/chance.ts';
import { buildTestApp } from '../../apps/server/test/support/app.ts';
import { createTestDatabase, shareDatabase } from '../../apps/server/test/support/database.ts';
import { testClock } from '../../apps/server/test/support/test-clock.ts';
import type { TestClock } from '../../apps/server/test/support/test-clock.ts';
import { lineMs, slowLine } from './slow-line.ts';

export interface Service {
  readonly url: string;
  /** Its clock, which tests can advance. */
  readonly clock: TestClock;
  /** Sets the public deal on which the next races of a variant are played. */
  dealNext(variant: string, deal: string): void;
  /** Stops it and starts it again at the same address, on the same database. */
  restart(whileItIsDown?: () => Promise<void>): Promise<void>;
  close(): Promise<void>;
}

export interface ServiceOptions {
  /** The folder of another build of the page. */
  readonly pageFolder?: string;
  readonly clock?: TestClock;
}

export async function startService(options: ServiceOptions = {}): Promise<Service> {
  const deals = new Map<string, string>();
  const database = await createTestDatabase();
  const clock = options.clock ?? testClock();
  const start = async (port: number) => {
    const test = await buildTestApp({
      ...options,
      clock,
      database: shareDatabase(database),
      chance: {
        ...cryptographicChance,
        pack: (variant, packs) => {
          const deal = deals.get(variant);
          const pack = deal === undefined ? undefined : packOf(deal, variantOf(variant).packs);
          return pack?.ok ? pack.value : cryptographicChance.pack(variant, packs);
        },
      },
    });
    await test.app.listen({ host: '127.0.0.1', port });
    return test;
  };
  let test = await start(0);
  const { port } = test.app.server.address() as AddressInfo;
  const slow = lineMs > 0 ? await slowLine(port, lineMs) : undefined;
  return {
    url: `http://localhost:${slow?.port ?? port}`,
    clock,
    dealNext: (variant, deal) => void deals.set(variant, deal),
    restart: async (whileItIsDown) => {
      await test.close();
      await whileItIsDown?.();
      test = await start(port);
    },
    close: async () => {
      slow?.line.close();
      await test.close();
      await database.drop();
    },
  };
}
