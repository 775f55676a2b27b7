/** The service in a process of its own, allowed to send to a push service on this machine; prints its address. */
import type { AddressInfo } from 'node:net';
import { buildApp } from '../../apps/server/src/app.ts';
import { defaultLimits } from '../../apps/server/src/admission/limits.ts';
import { openDatabase } from '../../apps/server/src/storage/database.ts';

const [url = ''] = process.argv.slice(2);
const many = { times: 1_000_000, perMs: 60_000 };
const app = await buildApp({
  config: { publicUrl: undefined, smtp: undefined, logLevel: 'error', trustProxy: 'loopback' },
  database: openDatabase(url, (error) => console.error(error.message)),
  secret: 'a secret for measurements, 32 long',
  limits: { ...defaultLimits, guests: many, requests: many, sessionRequests: many },
  push: { allowsLoopback: true },
});
await app.listen({ host: '127.0.0.1', port: 0 });
console.log(`http://127.0.0.1:${(app.server.address() as AddressInfo).port}`);
