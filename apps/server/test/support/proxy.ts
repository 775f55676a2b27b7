import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';

/** A TCP proxy between the service and a server, which can drop traffic silently, as a broken network does. */
export interface Proxy {
  /** The target's address with the proxy's host and port. */
  readonly url: string;
  /** Existing connections forward nothing any more, for good; new ones are accepted but not forwarded. */
  freeze(): void;
  /** Existing connections still forward requests but no answers, for good. */
  swallowAnswers(): void;
  /** New connections are forwarded to the target again. */
  allowNewLines(): void;
  /** How many connections have been accepted. */
  readonly accepted: number;
  close(): Promise<void>;
}

interface Connection {
  readonly client: Socket;
  readonly target: Socket | undefined;
  passesRequests: boolean;
  passesAnswers: boolean;
}

/** @param to the target's address, such as `postgresql://…` or `redis://…` */
export async function startProxy(to: string): Promise<Proxy> {
  const url = new URL(to);
  const [host, port] = [url.hostname, Number(url.port)];
  const connections = new Set<Connection>();
  let isFrozen = false;
  let accepted = 0;
  const server = createServer((client) => {
    accepted += 1;
    const target = isFrozen ? undefined : connect(port, host);
    const connection: Connection = { client, target, passesRequests: true, passesAnswers: true };
    connections.add(connection);
    client.on('data', (data) => connection.passesRequests && target?.write(data));
    target?.on('data', (data) => connection.passesAnswers && client.write(data));
    // Neither side of a silent connection learns that the other one has closed it.
    client.on('close', () => connection.passesRequests && target?.destroy());
    target?.on('close', () => connection.passesAnswers && client.destroy());
    for (const socket of [client, target]) socket?.on('error', () => undefined);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  url.hostname = '127.0.0.1';
  url.port = String((server.address() as AddressInfo).port);

  return {
    url: url.href,
    freeze() {
      isFrozen = true;
      for (const connection of connections)
        connection.passesRequests = connection.passesAnswers = false;
    },
    swallowAnswers() {
      for (const connection of connections) connection.passesAnswers = false;
    },
    allowNewLines() {
      isFrozen = false;
    },
    get accepted() {
      return accepted;
    },
    async close() {
      for (const { client, target } of connections) {
        client.destroy();
        target?.destroy();
      }
      server.close();
      await once(server, 'close');
    },
  };
}
