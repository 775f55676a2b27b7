import type { Config } from '../config.ts';
import { openDatabase } from './database.ts';
import type { OpenDatabase } from './database.ts';
import { isStartupError } from '../startup-error.ts';
import { embeddedUrl, startEmbeddedPostgres } from './embedded-postgres.ts';
import { migrate } from './migrate.ts';

type Where = Pick<Config, 'databaseUrl' | 'dataDir'>;

/** A database that is there for as long as a command runs. */
export interface FoundDatabase {
  readonly url: string;
  /** Stops what was started for the command, and nothing else. */
  stop(): Promise<void>;
}

/**
 * The database for a command, which may run beside the service: `DATABASE_URL`, or the embedded one. That is started for
 * as long as the command runs, unless the service has it running. Brought to the newest schema, as at a start.
 * @throws startup errors of the database
 */
export async function databaseForCommand(where: Where): Promise<OpenDatabase> {
  const { url, stop } = await findDatabase(where);
  try {
    await migrate(url);
  } catch (error) {
    await stop();
    throw error;
  }
  const database = openDatabase(url, () => undefined);
  return {
    ...database,
    close: async () => {
      await database.close();
      await stop();
    },
  };
}

/**
 * The same as it is: neither brought to the newest schema nor opened.
 * @throws startup errors of the embedded database
 */
export async function findDatabase({ databaseUrl, dataDir }: Where): Promise<FoundDatabase> {
  const notOurs = async () => undefined;
  if (databaseUrl !== undefined) return { url: databaseUrl, stop: notOurs };
  try {
    // What a command prints on its output may be for another program.
    return await startEmbeddedPostgres(dataDir, { print: (line) => console.error(line) });
  } catch (error) {
    // The service runs on it, or another command.
    const url =
      isStartupError(error) && error.name === 'folder-in-use' ? embeddedUrl(dataDir) : undefined;
    if (url === undefined) throw error;
    return { url, stop: notOurs };
  }
}
