/** Parses the arguments of `pnpm bench server`. */
import { spawnSync } from 'node:child_process';
import { parseArgs } from 'node:util';
import type { Mix } from './mix.ts';
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

/** With `--people`. */
export interface PeopleArguments {
  /** How many there are, step by step. */
  readonly people: readonly number[];
  readonly mix: Mix;
  readonly rows: readonly RowName[];
  readonly warmUpMs: number;
  readonly measureMs: number;
  readonly node: string;
  readonly profile: string | undefined;
  /** Whether servers are held to one core, and everything else to another. */
  readonly pin: boolean;
  /** Whether everybody loses their line and comes back, after each step. */
  readonly back: boolean;
  /** How the server ends, and is started again, after the last step; undefined: not at all. */
  readonly again: 'SIGTERM' | 'SIGKILL' | undefined;
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
export function readArguments(args: readonly string[]): Arguments | PeopleArguments {
  const { values } = parseArgs({
    args: [...args],
    options: {
      people: { type: 'string' },
      mix: { type: 'string', default: 'people' },
      pin: { type: 'boolean', default: false },
      back: { type: 'boolean', default: false },
      restart: { type: 'boolean', default: false },
      kill: { type: 'boolean', default: false },
      'warm-up': { type: 'string', default: '20' },
      races: { type: 'string', default: '192' },
      rounds: { type: 'string', default: '3' },
      seconds: { type: 'string' },
      rows: { type: 'string' },
      node: { type: 'string', default: process.execPath },
      profile: { type: 'string' },
    },
  });
  const version = spawnSync(values.node, ['--version'], { encoding: 'utf8' });
  if (version.status !== 0) throw new Error(`--node takes a Node binary, not "${values.node}"`);
  const { node, profile, people, mix, pin, back } = values;
  const named = (usual: string) => (values.rows ?? usual).split(',').map(rowName);
  const seconds = (usual: string) =>
    wholeNumber('--seconds', values.seconds ?? usual, 1, 3_600) * 1000;
  if (people !== undefined) {
    if (mix !== 'people' && mix !== 'fours') throw new Error('--mix takes people or fours');
    return {
      people: people.split(',').map((text) => wholeNumber('--people', text, 1, 20_000)),
      mix,
      rows: named('c,e'),
      warmUpMs: wholeNumber('--warm-up', values['warm-up'], 1, 600) * 1000,
      measureMs: seconds('20'),
      node,
      profile,
      pin,
      back,
      again: values.kill ? 'SIGKILL' : values.restart ? 'SIGTERM' : undefined,
    };
  }
  return {
    races: values.races.split(',').map((text) => wholeNumber('--races', text, 1, 1000)),
    rounds: wholeNumber('--rounds', values.rounds, 1, 99),
    measureMs: seconds('6'),
    rows: named(Object.keys(rows).join()),
    node,
    nodeVersion: version.stdout.trim(),
    profile,
  };
}
