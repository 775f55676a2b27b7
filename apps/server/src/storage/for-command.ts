import type { Config } from '../config.ts';
import { openDatabase } from './database.ts';
import type { OpenDatabase } from './database.ts';
import { isStartupError, startupError } from '../startup-error.ts';
import { embeddedUrl, isPrepared, startEmbeddedPostgres } from './postgres/embedded-postgres.ts';
import { migrate } from './postgres/migrate.ts';

type Where = Pick<Config, 'databaseUrl' | 'dataDir'>;

/** A database that is available while a command runs. */
export interface FoundDatabase {
  readonly url: string;
  /** Stops what was started for the command, and nothing else. */
  stop(): Promise<void>;
}

/**
 * The database for a command, which may run beside the service: `DATABASE_URL`, or the embedded one, started for the
 * length of the command unless the service runs it already. Its schema stays as it is, since whoever has brought a newer
 * version may not have made the backup yet that the upgrade begins with. Statements may take as long as they need: they
 * look at all there is.
 * @throws startup errors of the database; `migration-missing` if it lacks any of this version's schema
 */
export async function databaseForCommand(where: Where): Promise<OpenDatabase> {
  const { url, stop } = await findDatabase(where);
  try {
    await migrate(url, { checksOnly: true });
  } catch (error) {
    await stop();
    throw error;
  }
  const database = openDatabase(url, () => undefined, true);
  return {
    ...database,
    close: async () => {
      await database.close();
      await stop();
    },
  };
}

/**
 * The same database, neither looked at nor opened.
 * @param isMade whether an embedded one is prepared where there is none; a command that only reads would make one of its
 *   own where it lacks the service's settings, and find everything in order there
 * @throws startup errors of the embedded database; `database-missing`
 */
export async function findDatabase(
  { databaseUrl, dataDir }: Where,
  isMade = false,
): Promise<FoundDatabase> {
  const notOurs = async () => undefined;
  if (databaseUrl !== undefined) return { url: databaseUrl, stop: notOurs };
  if (!isMade && !isPrepared(dataDir)) {
    throw startupError(
      'database-missing',
      `No database is found in ${dataDir}: set DATA_DIR or DATABASE_URL as for the service. "pnpm ops migrate" makes a ` +
        'new one.',
    );
  }
  try {
    // A command's standard output may be piped into another program.
    const started = await startEmbeddedPostgres(dataDir, { print: (line) => console.error(line) });
    // Whoever ends the command ends that too: its next statement fails, and so does the command.
    for (const name of ['SIGINT', 'SIGTERM'] as const) {
      if (process.listenerCount(name) === 0) process.once(name, () => void started.stop());
    }
    return started;
  } catch (error) {
    // The service or another command is running it.
    const url =
      isStartupError(error) && error.name === 'folder-in-use' ? embeddedUrl(dataDir) : undefined;
    if (url === undefined) throw error;
    return { url, stop: notOurs };
  }
}
