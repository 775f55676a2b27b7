import type { IncomingHttpHeaders } from 'node:http';
import { negotiate } from '@fastify/accept-negotiator';

export type Encoding = 'br' | 'gzip';

/** The smallest first. */
export const ENCODINGS: readonly Encoding[] = ['br', 'gzip'];

/** The encoding of ours that a client prefers (RFC 9110, 12.5.3), and null if it wants none. */
export const acceptedEncoding = ({
  'accept-encoding': accepted,
}: IncomingHttpHeaders): Encoding | null =>
  negotiate<Encoding>(String(accepted ?? '').toLowerCase(), [...ENCODINGS]);
