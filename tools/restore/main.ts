/** `pnpm ops restore FILE`: restores a file of `pnpm ops backup` into an empty database. */
import { keepSecret, keptSecret, readConfig } from '../../apps/server/src/config.ts';
import { restoreBackup } from '../../apps/server/src/storage/postgres/backup.ts';
import { findDatabase } from '../../apps/server/src/storage/for-command.ts';
import { fromCaller } from '../from-caller.ts';

const USAGE = `usage: pnpm ops restore FILE
The database is the one of DATABASE_URL, else the embedded one in DATA_DIR. It must be empty: a new database, or a
DATA_DIR that no service has used.`;

const [file, ...more] = process.argv.slice(2);
try {
  if (file === undefined || more.length > 0 || file.startsWith('-')) {
    console.error(USAGE);
    process.exitCode = 2;
  } else {
    const config = readConfig(process.env);
    const { url, stop } = await findDatabase(config, true);
    // With the same secret, people stay signed in.
    const keep = (secret: string) => {
      const former = keepSecret(config, secret);
      if (former !== undefined) console.log(`the secret that was in DATA_DIR is now in ${former}`);
    };
    const { takenAt, tables, secret } = await restoreBackup(
      url,
      fromCaller(file),
      keep,
      config.secret,
    ).finally(stop);
    const rows = Object.values(tables).reduce((sum, n) => sum + n, 0);
    console.log(`restored: ${rows} rows of ${Object.keys(tables).length} tables, as of ${takenAt}`);
    if ((secret ?? config.secret ?? keptSecret(config)) === null) {
      console.log(
        'It holds no secret: set BETTER_AUTH_SECRET to the former one, or nobody stays signed in.',
      );
    }
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
