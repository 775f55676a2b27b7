import { inject } from 'vitest';
import { buildTestApp } from './app.ts';
import type { TestApp } from './app.ts';
import { shareDatabase } from './database.ts';
import type { TestDatabase } from './database.ts';
import { listen, nodeUrls } from './sockets.ts';

/** Whether this machine has the Valkey that several nodes need. */
export const hasValkey = (): boolean => inject('valkeyUrl') !== undefined;

export type TestNode = TestApp & { readonly name: string; readonly url: string };

/** Starts one of several nodes on a database, with connections of its own. */
export async function startNode(
  database: TestDatabase,
  name: string,
  options: Parameters<typeof buildTestApp>[0] = {},
): Promise<TestNode> {
  const app = await buildTestApp({
    ...options,
    database: shareDatabase(database),
    config: {
      publicUrl: undefined,
      smtp: undefined,
      logLevel: 'debug',
      trustProxy: 'loopback',
      ...options.config,
      valkeyUrl: options.config?.valkeyUrl ?? inject('valkeyUrl'),
      nodeName: name,
    },
  });
  const url = await listen(app.app);
  nodeUrls.set(name, url);
  return { ...app, name, url };
}
