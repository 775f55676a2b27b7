/** A push service in a thread of its own, which takes 20 ms to answer: counts what arrives, and posts its address. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { parentPort, workerData } from 'node:worker_threads';
import { giveWay } from '../../apps/server/src/worker-threads.ts';

const ANSWERS_AFTER_MS = 20;
// A vendor's machines do this: it must not take the players' and the service's processors.
giveWay();
const arrivals = workerData as Int32Array;
const server = createServer((request, response) => {
  request.resume().on('end', () => {
    Atomics.add(arrivals, 0, 1);
    setTimeout(() => response.writeHead(201).end(), ANSWERS_AFTER_MS);
  });
});
server.listen(0, '127.0.0.1');
await once(server, 'listening');
parentPort?.postMessage(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
