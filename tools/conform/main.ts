/** `pnpm conform FILE…`: recorded games against the engine. Exits with 1 if anything differs. */
import { readFileSync } from 'node:fs';
import { basename, resolve } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { createChecker } from './check.ts';

const files = process.argv.slice(2);
if (files.length === 0) {
  console.error(
    'usage: pnpm conform FILE…   (recorded games, positions or deals; .gz is read too)',
  );
  process.exit(2);
}

const { check, tally } = createChecker((difference) => console.log(difference));
for (const file of files) {
  // pnpm runs scripts in the project's folder and keeps the caller's in INIT_CWD.
  const path = resolve(process.env['INIT_CWD'] ?? process.cwd(), file);
  const bytes = readFileSync(path);
  check(basename(file), (path.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8'));
}

const { playouts, positions, deals, differences } = tally;
console.log(
  `${playouts} playouts, ${positions} positions, ${deals} deals, ${differences} differences`,
);
process.exitCode = differences > 0 ? 1 : 0;
