import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';

/** Stands between the service and what it talks to, and can fall silent as a network does: without a word to anybody. */
export interface Proxy {
  /** The address of the target, by way of the proxy. */
  readonly url: string;
  /** Lines there are pass nothing on any more, for good; new ones are taken and lead nowhere. */
  freeze(): void;
  /** What is sent still arrives, and no answer comes back: on the lines there are, for good. */
  swallowAnswers(): void;
  /** New lines lead to the target again. */
  allowNewLines(): void;
  close(): Promise<void>;
}

interface Line {
  readonly client: Socket;
  readonly target: Socket | undefined;
  passesRequests: boolean;
  passesAnswers: boolean;
}

/** @param to the address to stand in for, such as `postgresql://…` or `redis://…` */
export async function startProxy(to: string): Promise<Proxy> {
  const url = new URL(to);
  const [host, port] = [url.hostname, Number(url.port)];
  const lines = new Set<Line>();
  let isFrozen = false;
  const server = createServer((client) => {
    const target = isFrozen ? undefined : connect(port, host);
    const line: Line = { client, target, passesRequests: true, passesAnswers: true };
    lines.add(line);
    client.on('data', (data) => line.passesRequests && target?.write(data));
    target?.on('data', (data) => line.passesAnswers && client.write(data));
    // Neither side of a silent line learns that the other one has gone.
    client.on('close', () => line.passesRequests && target?.destroy());
    target?.on('close', () => line.passesAnswers && client.destroy());
    for (const socket of [client, target]) socket?.on('error', () => undefined);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  url.hostname = '127.0.0.1';
  url.port = String((server.address() as AddressInfo).port);

  return {
    url: url.href,
    freeze() {
      isFrozen = true;
      for (const line of lines) line.passesRequests = line.passesAnswers = false;
    },
    swallowAnswers() {
      for (const line of lines) line.passesAnswers = false;
    },
    allowNewLines() {
      isFrozen = false;
    },
    async close() {
      for (const { client, target } of lines) {
        client.destroy();
        target?.destroy();
      }
      server.close();
      await once(server, 'close');
    },
  };
}
