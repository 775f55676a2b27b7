import type { Config } from '../config.ts';
import { openDatabase } from '../plugins/prisma.ts';
import type { OpenDatabase } from '../plugins/prisma.ts';
import { embeddedUrl, startEmbeddedPostgres } from './embedded-postgres.ts';
import { migrate } from './migrate.ts';

/**
 * The database for a command that runs beside the service: `DATABASE_URL`, or the embedded one; where the service has
 * that running, the same, else it is started for as long as the command runs.
 * @throws startup errors of the database
 */
export async function databaseForCommand(
  config: Pick<Config, 'databaseUrl' | 'dataDir'>,
): Promise<OpenDatabase> {
  const running = config.databaseUrl ?? embeddedUrl(config.dataDir);
  if (running !== undefined) {
    const database = openDatabase(running, () => undefined);
    if (config.databaseUrl !== undefined || (await database.isUp())) return database;
    await database.close();
  }
  const embedded = await startEmbeddedPostgres(config.dataDir);
  await migrate(embedded.url);
  const database = openDatabase(embedded.url, () => undefined);
  return {
    ...database,
    close: async () => {
      await database.close();
      await embedded.stop();
    },
  };
}
