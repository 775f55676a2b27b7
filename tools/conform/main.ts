/**
 * `pnpm conform FILE…`: compares the engine with recorded games. Exits with 1 if anything differs,
 * with 2 if a file cannot be read.
 */
import { createReadStream } from 'node:fs';
import { basename } from 'node:path';
import { createInterface } from 'node:readline';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { PassThrough } from 'node:stream';
import { fromCaller } from '../from-caller.ts';
import { createChecker } from './check.ts';

/** One broken rule shows in thousands of places; the first ones are enough to find it. */
const DIFFERENCES_SHOWN = 200;

const files = process.argv.slice(2);
if (files.length === 0) {
  console.error(
    'usage: pnpm conform FILE…   (recorded games, positions or deals; .gz is read too)',
  );
  process.exit(2);
}

const { check, tally } = createChecker((difference) => {
  if (tally.differences <= DIFFERENCES_SHOWN) console.log(difference);
});

/** Checks a file, unpacking it if it is compressed. */
async function checkFile(path: string): Promise<void> {
  const text = new PassThrough();
  const source = createReadStream(path);
  const copying = path.endsWith('.gz')
    ? pipeline(source, createGunzip(), text)
    : pipeline(source, text);
  const lines = createInterface({ input: text, crlfDelay: Infinity });
  await Promise.all([copying, check(basename(path), lines)]);
}

for (const file of files) {
  try {
    await checkFile(fromCaller(file));
  } catch (error) {
    console.error(`${file} cannot be read: ${error instanceof Error ? error.message : error}`);
    process.exit(2);
  }
}

const { playouts, positions, deals, differences } = tally;
if (differences > DIFFERENCES_SHOWN) {
  console.log(`… and ${differences - DIFFERENCES_SHOWN} more`);
}
console.log(
  `${playouts} playouts, ${positions} positions, ${deals} deals, ${differences} differences`,
);
process.exitCode = differences > 0 ? 1 : 0;
