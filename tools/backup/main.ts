/**
 * `pnpm ops backup FILE`: a consistent snapshot of everything that must not be lost, in one file; with the service running
 * or not. `pnpm ops restore FILE` restores it.
 */
import { keptSecret, readConfig } from '../../apps/server/src/config.ts';
import { writeBackup } from '../../apps/server/src/storage/postgres/backup.ts';
import { findDatabase } from '../../apps/server/src/storage/for-command.ts';
import { fromCaller } from '../from-caller.ts';

const USAGE = `usage: pnpm ops backup FILE
The database is the one of DATABASE_URL, else the embedded one in DATA_DIR, whether the service runs or not.
The file holds secrets (deals of coming days, hashes of passwords): keep it as you keep the database.`;

// A draft of it, full of secrets, is not left behind. What stops a whole group of processes comes twice.
const stopping = new AbortController();
for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.on(name, () => stopping.abort(new Error(`There is no backup: ${name} stopped it.`)));

const [file, ...more] = process.argv.slice(2);
try {
  if (file === undefined || more.length > 0 || file.startsWith('-')) {
    console.error(USAGE);
    process.exitCode = 2;
  } else {
    const config = readConfig(process.env);
    const { url, stop } = await findDatabase(config);
    const { tables } = await writeBackup(
      url,
      fromCaller(file),
      keptSecret(config),
      stopping.signal,
    ).finally(stop);
    const rows = Object.values(tables).reduce((sum, n) => sum + n, 0);
    console.log(`${file}: ${rows} rows of ${Object.keys(tables).length} tables`);
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
