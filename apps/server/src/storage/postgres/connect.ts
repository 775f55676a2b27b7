import pg from 'pg';
import { startupError } from '../../startup-error.ts';

const CONNECT_WITHIN_MS = 10_000;

/**
 * Connects to a database, for a program that needs one connection for a while and ends it.
 * @param url connection string
 * @throws a startup error `database-unreachable`, which names the place and not the password
 */
export async function connectTo(url: string): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: CONNECT_WITHIN_MS,
  });
  // A lost connection fails the statement under way; without a listener it would end the process beforehand.
  client.on('error', () => {});
  try {
    await client.connect();
    return client;
  } catch (error) {
    await client.end().catch(() => undefined);
    const { message, code } = error as NodeJS.ErrnoException;
    throw startupError(
      'database-unreachable',
      // Of a name with several addresses there is a code alone.
      `The database at ${withoutPassword(url)} cannot be reached: ${message || code || 'no answer'}.`,
      error,
    );
  }
}

/** Host, port and database of a connection string: what may be shown. A path with an @ may be the rest of a password. */
function withoutPassword(url: string): string {
  try {
    const { host, pathname } = new URL(url);
    return pathname.includes('@') ? host : `${host}${pathname}`;
  } catch {
    return 'DATABASE_URL';
  }
}
