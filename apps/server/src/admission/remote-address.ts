import type { IncomingMessage } from 'node:http';
import proxyAddr from '@fastify/proxy-addr';

/**
 * Tells where a request comes from that no framework has looked at, by the same proxies.
 * @param trusted addresses, ranges or names such as "loopback", comma-separated
 */
export function remoteAddress(trusted: string): (request: IncomingMessage) => string {
  const trust = proxyAddr.compile(trusted.split(',').map((one) => one.trim()));
  return (request) => proxyAddr(request, trust) ?? '';
}
