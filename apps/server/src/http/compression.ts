import compress from '@fastify/compress';
import type { FastifyInstance } from 'fastify';

/** A packet's worth; less is not faster for being smaller. */
const THRESHOLD_BYTES = 1024;

/**
 * The routes whose answers are compressed as they are sent: what everybody may read, and plays, which hold cards and
 * moves. The size of a compressed answer reveals how much of it repeats. So nothing is compressed that holds a token, a
 * code, a challenge or an address beside words that somebody else could have chosen: `/api/me`, the account, sessions,
 * hand-overs, signing in, people, moderation (the attack named BREACH). A new route is not compressed until it is
 * named here.
 */
const COMPRESSED = /^\/api\/(dailies|boards|plays|races|stats)(\/.*)?$/;

/**
 * Compresses JSON without secrets for clients that accept it. Register it before the routes. The page is not its
 * business: its HTML is compressed once (`compressed-pages.ts`), and its files have been by the build (`page.ts`).
 */
export async function addCompression(app: FastifyInstance): Promise<void> {
  app.addHook('onRoute', (route) => {
    if (!COMPRESSED.test(route.url)) route.compress = false;
  });
  await app.register(compress, {
    threshold: THRESHOLD_BYTES,
    encodings: ['br', 'gzip'],
    // A small compressed body can be an endless one.
    globalDecompression: false,
  });
}
