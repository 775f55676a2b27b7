/**
 * `pnpm ops verify`: replays every play from its log and compares it with its stored figures, tries at dailies also
 * with the boards. Reads only; may run beside the service, nightly for example. Exits with 1 if anything does not agree,
 * or a log is damaged.
 */
import { readConfig } from '../../apps/server/src/config.ts';
import { databaseForCommand } from '../../apps/server/src/storage/for-command.ts';
import { verifyResults } from '../../apps/server/src/storage/verify/verify-results.ts';

const SHOWN = 50;

try {
  const database = await databaseForCommand(readConfig(process.env));
  const { checked, differences } = await verifyResults(database, (n) => {
    if (process.stderr.isTTY) process.stderr.write(`\r${n} replayed`);
  }).finally(database.close);
  for (const difference of differences.slice(0, SHOWN)) console.log(`WRONG: ${difference}`);
  const verdict =
    differences.length === 0 ? 'everything agrees' : `${differences.length} differences`;
  console.log(`${checked} plays replayed, ${verdict}`);
  process.exitCode = differences.length === 0 ? 0 : 1;
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
