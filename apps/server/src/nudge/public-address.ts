/**
 * Addresses that anybody on the internet could reach too: a push service's must be one, so that nobody can have this
 * service knock at the operator's own doors.
 */
import { lookup } from 'node:dns';
import type { LookupAddress, LookupOptions } from 'node:dns';
import { BlockList, isIP } from 'node:net';
import type { LookupFunction } from 'node:net';

/** IANA's special-purpose registry of IPv4, and multicast. */
const special4 = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.31.196.0/24',
  '192.52.193.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '192.175.48.0/24',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/3',
];
/** Of IPv6 only global unicast is public, but for what the registry takes out of it: tunnels, examples, benchmarks. */
const global6 = '2000::/3';
const special6 = ['2001::/23', '2001:db8::/32', '2002::/16', '2620:4f:8000::/48', '3fff::/20'];

function listOf(networks: readonly string[], family: 'ipv4' | 'ipv6'): BlockList {
  const list = new BlockList();
  for (const network of networks) {
    const [address = '', bits] = network.split('/');
    list.addSubnet(address, Number(bits), family);
  }
  return list;
}
const refused4 = listOf(special4, 'ipv4');
const refused6 = listOf(special6, 'ipv6');
const admitted6 = listOf([global6], 'ipv6');

/** @param address an IPv4 or IPv6 address; anything else is not public */
export function isPublicAddress(address: string): boolean {
  const family = isIP(address);
  if (family === 4) return !refused4.check(address, 'ipv4');
  // With a zone it is of a link.
  if (family !== 6 || address.includes('%')) return false;
  return admitted6.check(address, 'ipv6') && !refused6.check(address, 'ipv6');
}

/** What a name that leads to no public address is refused with, before anything is sent. */
export class NotPublic extends Error {
  constructor(host: string) {
    super(`${host} is no public address`);
  }
}

type Resolve = (
  host: string,
  options: LookupOptions & { all: true },
  done: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void;

/**
 * Resolves a name for a connection, to public addresses alone. The connection is made to what is returned here, so a name
 * that changes after it was checked changes nothing.
 * @param isAllowed which addresses may be connected to
 * @param resolve how names are resolved
 */
export const lookupAllowed =
  (isAllowed: (address: string) => boolean, resolve: Resolve = lookup): LookupFunction =>
  (host, options, done) => {
    resolve(host, { ...options, all: true }, (error, addresses) => {
      if (error) return done(error, '');
      const allowed = addresses.filter(({ address }) => isAllowed(address));
      const [first] = allowed;
      if (!first) return done(new NotPublic(host), '');
      if (options.all) return done(null, allowed);
      done(null, first.address, first.family);
    });
  };

/**
 * Whether a push service may be at this address: https at its own port, without a name of somebody, and no address that
 * is not public. A name is checked when it is connected to.
 */
export function isPublicEndpoint(endpoint: string): boolean {
  if (!URL.canParse(endpoint)) return false;
  const { protocol, hostname, port, username, password } = new URL(endpoint);
  if (protocol !== 'https:' || port !== '' || username !== '' || password !== '') return false;
  const address = hostname.replace(/^\[|\]$/g, '');
  return isIP(address) === 0 || isPublicAddress(address);
}

const isLoopback = (address: string): boolean => /^(127\.|::1$)/.test(address);

/**
 * Which addresses may be connected to.
 * @param allowsLoopback for tests, whose push service is on this machine
 */
export const addressCheck =
  (allowsLoopback: boolean) =>
  (address: string): boolean =>
    isPublicAddress(address) || (allowsLoopback && isLoopback(address));

/** Where a push service may be; see `addressCheck`, with which plain http will do. */
export const endpointCheck =
  (allowsLoopback: boolean) =>
  (endpoint: string): boolean =>
    isPublicEndpoint(endpoint) ||
    (allowsLoopback && URL.canParse(endpoint) && isLoopback(new URL(endpoint).hostname));
