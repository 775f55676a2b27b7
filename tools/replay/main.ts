/**
 * `pnpm verify PLAY [DEAL]`: replays a play by the rules, from files with the responses of `GET /api/plays/:id` and
 * `GET /api/races/:code/deal`, and prints the result. Exits with 1 if anything does not agree.
 */
import { readFileSync } from 'node:fs';
import { findVariant } from '@same-deal/engine';
import { openedDeal, playSnapshot } from '@same-deal/protocol';
import type { z } from 'zod';
import { fromCaller } from '../from-caller.ts';
import { replayed } from './check.ts';

const [playFile, dealFile] = process.argv.slice(2);
if (playFile === undefined) {
  console.error('usage: pnpm verify PLAY [DEAL]   (files of JSON; see docs/protocol.md)');
  process.exit(2);
}

function read<Schema extends z.ZodType>(
  file: string,
  schema: Schema,
  what: string,
): z.infer<Schema> {
  const path = fromCaller(file);
  const parsed = schema.safeParse(jsonIn(path, file));
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    throw new Error(`${file} is no ${what}: ${issue?.path.join('.')}: ${issue?.message}`);
  }
  return parsed.data;
}

/** @throws Error that names the file */
function jsonIn(path: string, file: string): unknown {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch (error) {
    const why = error instanceof SyntaxError ? 'is no JSON' : 'cannot be read';
    throw new Error(`${file} ${why}`, { cause: error });
  }
}

try {
  const table = read(playFile, playSnapshot, 'play');
  const deal = dealFile === undefined ? undefined : read(dealFile, openedDeal, 'opened deal');
  const { play, differences } = replayed(table, deal);
  const seconds = ((table.log.at(-1)?.elapsedMs ?? 0) / 1000).toFixed(3);
  console.log(`${findVariant(table.variant)?.title ?? table.variant}, ${table.playerName}`);
  console.log(`${play.entries} entries in ${seconds} s: ${play.moves} moves, ${play.undos} undos`);
  console.log(`${play.cardsHome} cards home, ${table.ending ?? 'not ended'}`);
  if (deal) console.log(`commitment ${deal.commitment}`);
  for (const difference of differences) console.log(`WRONG: ${difference}`);
  console.log(differences.length === 0 ? 'everything agrees' : `${differences.length} differences`);
  process.exitCode = differences.length === 0 ? 0 : 1;
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
