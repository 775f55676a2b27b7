import type { IncomingMessage } from 'node:http';
import proxyAddr from '@fastify/proxy-addr';
import { withoutPort } from './address.ts';

/**
 * Whether an address is a trusted proxy's, also where another one has written its port behind it. A connection that has
 * been reset has none any more.
 * @param trusted addresses, ranges or names such as "loopback", comma-separated
 */
export function trustOf(trusted: string): (address: string | undefined, hop: number) => boolean {
  const trust = proxyAddr.compile(trusted.split(',').map((one) => one.trim()));
  return (address, hop) => address !== undefined && trust(withoutPort(address), hop);
}

/** The address of a request that no framework has parsed, by the same trusted proxies. */
export function remoteAddress(trusted: string): (request: IncomingMessage) => string {
  const trust = trustOf(trusted);
  return (request) => proxyAddr(request, trust) ?? '';
}
