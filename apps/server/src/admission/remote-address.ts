import type { IncomingMessage } from 'node:http';
import proxyAddr from '@fastify/proxy-addr';

/**
 * The address of a request that no framework has parsed, by the same trusted proxies.
 * @param trusted addresses, ranges or names such as "loopback", comma-separated
 */
export function remoteAddress(trusted: string): (request: IncomingMessage) => string {
  const trust = proxyAddr.compile(trusted.split(',').map((one) => one.trim()));
  return (request) => proxyAddr(request, trust) ?? '';
}
