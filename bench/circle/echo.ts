/**
 * The service as `bench nudges` runs it. It prints as well how long it took to answer each request that says what it is
 * measured as: from its headers until the answer is handed to the system, in ms.
 */
import { subscribe } from 'node:diagnostics_channel';
import type { IncomingMessage, ServerResponse } from 'node:http';
import '../nudges/echo.ts';

subscribe('http.server.request.start', (message) => {
  const { request, response } = message as { request: IncomingMessage; response: ServerResponse };
  const as = request.headers['x-measured-as'];
  if (as === undefined) return;
  const began = performance.now();
  response.once('finish', () => {
    console.log(`${String(as)}\t${performance.now() - began}`);
  });
});
