/** `pnpm ops migrate`: migrates the database to this version's schema, as a separate step before its nodes start. */
import { readConfig } from '../../apps/server/src/config.ts';
import { findDatabase } from '../../apps/server/src/storage/for-command.ts';
import { migrate } from '../../apps/server/src/storage/postgres/migrate.ts';

try {
  const { url, stop } = await findDatabase(readConfig(process.env), true);
  const applied = await migrate(url, { onWait: console.error }).finally(stop);
  for (const name of applied) console.log(name);
  console.log(applied.length === 0 ? 'nothing to do' : `${applied.length} applied`);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
