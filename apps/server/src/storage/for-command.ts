import type { Config } from '../config.ts';
import { openDatabase } from './database.ts';
import type { OpenDatabase } from './database.ts';
import { isStartupError } from '../startup-error.ts';
import { embeddedUrl, startEmbeddedPostgres } from './postgres/embedded-postgres.ts';
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
 * length of the command unless the service runs it already. Migrated to the newest schema where a start would be.
 * Statements may take as long as they need: they look at all there is.
 * @throws startup errors of the database
 */
export async function databaseForCommand(
  where: Where & Pick<Config, 'migrates'>,
): Promise<OpenDatabase> {
  const { url, stop } = await findDatabase(where);
  try {
    await migrate(url, { checksOnly: !where.migrates });
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
 * The same database, neither migrated nor opened.
 * @throws startup errors of the embedded database
 */
export async function findDatabase({ databaseUrl, dataDir }: Where): Promise<FoundDatabase> {
  const notOurs = async () => undefined;
  if (databaseUrl !== undefined) return { url: databaseUrl, stop: notOurs };
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
