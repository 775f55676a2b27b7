/** Parses the arguments of `pnpm bench:server`. */
import { spawnSync } from 'node:child_process';
import { parseArgs } from 'node:util';
import { rows } from './rows.ts';
import type { RowName } from './rows.ts';

export interface Arguments {
  /** The sizes to measure, in races. */
  readonly races: readonly number[];
  readonly rounds: number;
  readonly measureMs: number;
  readonly rows: readonly RowName[];
  readonly node: string;
  /** The version of that Node, e.g. "v24.1.0". */
  readonly nodeVersion: string;
  readonly profile: string | undefined;
}

/** A whole number in a range, or an error that names the argument. */
function wholeNumber(name: string, text: string, least: number, most: number): number {
  const number = Number(text);
  if (/^\d+$/.test(text) && number >= least && number <= most) return number;
  throw new Error(`${name} takes whole numbers from ${least} to ${most}, not "${text}"`);
}

function rowName(text: string): RowName {
  if (Object.hasOwn(rows, text)) return text as RowName;
  throw new Error(`--rows takes some of ${Object.keys(rows).join()}, not "${text}"`);
}

/**
 * @param args `process.argv` without the first two
 * @throws Error that names the wrong argument and what it accepts
 */
export function readArguments(args: readonly string[]): Arguments {
  const { values } = parseArgs({
    args: [...args],
    options: {
      races: { type: 'string', default: '192' },
      rounds: { type: 'string', default: '3' },
      seconds: { type: 'string', default: '6' },
      rows: { type: 'string', default: Object.keys(rows).join() },
      node: { type: 'string', default: process.execPath },
      profile: { type: 'string' },
    },
  });
  const version = spawnSync(values.node, ['--version'], { encoding: 'utf8' });
  if (version.status !== 0) throw new Error(`--node takes a Node binary, not "${values.node}"`);
  return {
    races: values.races.split(',').map((text) => wholeNumber('--races', text, 1, 1000)),
    rounds: wholeNumber('--rounds', values.rounds, 1, 99),
    measureMs: wholeNumber('--seconds', values.seconds, 1, 600) * 1000,
    rows: values.rows.split(',').map(rowName),
    node: values.node,
    nodeVersion: version.stdout.trim(),
    profile: values.profile,
  };
}
