/** The service as it runs in earnest, on an embedded PostgreSQL, but for the limits on a single sender. */
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildApp } from '../../apps/server/src/app.ts';
import { startEmbeddedPostgres } from '../../apps/server/src/database/embedded-postgres.ts';
import { migrate } from '../../apps/server/src/database/migrate.ts';
import { openDatabase } from '../../apps/server/src/plugins/prisma.ts';

const unlimited = { times: 1_000_000_000, perMs: 1000 };

const folder = mkdtempSync(join(tmpdir(), 'same-deal-bench-'));
chmodSync(folder, 0o755);
const embedded = await startEmbeddedPostgres(folder);
await migrate(embedded.url);
const database = openDatabase(embedded.url, (error) => console.error(error.message));
const app = await buildApp({
  config: { publicUrl: undefined, logLevel: 'error', trustProxy: 'loopback' },
  database,
  secret: 'only for a measurement, 32 signs..',
  limits: {
    requests: unlimited,
    guests: unlimited,
    handOverTries: unlimited,
    signIns: unlimited,
    passwordTries: unlimited,
    links: unlimited,
  },
  socketLimits: { entries: unlimited, creations: unlimited, others: unlimited },
});
await app.listen({ host: '127.0.0.1', port: 0 });
process.send?.({ url: `http://127.0.0.1:${(app.server.address() as AddressInfo).port}` });

process.on('message', () => process.send?.({ cpu: process.cpuUsage() }));
process.on('disconnect', () => {
  void (async () => {
    await app.close();
    await database.close();
    await embedded.stop();
    rmSync(folder, { recursive: true, force: true });
    process.exit();
  })();
});
