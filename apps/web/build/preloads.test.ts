import { existsSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { pages } from '../src/pages/index.ts';
import { ghostsPath } from '../src/state/recordings.ts';
import { parseRoute, paths } from '../src/state/route.ts';
import { modulesOf } from './preloads.ts';

const ID = '01234567-89ab-4cde-8f01-23456789abcd';

/** An address of each kind. */
const examples: Readonly<Record<string, string>> = {
  '/': paths.home,
  '/race/*': paths.race('ABC234'),
  '/race/*/ghosts': ghostsPath({ race: 'ABC234' }),
  '/duplicate/*': paths.duplicate('ABC234'),
  '/circles': paths.circles,
  '/circle/*': paths.circle('ABC234'),
  '/play/*': paths.play(ID),
  '/replay/*': paths.replay(ID),
  '/compare/*/*': paths.compare(ID, ID),
  '/daily': paths.dailies,
  '/daily/archive': paths.archive,
  '/daily/*/*': paths.daily('2026-11-21', 'bisley'),
  '/boards/*': paths.boards('bisley'),
  '/stats': paths.stats,
  '/continue': paths.continue,
  '/sign-in': paths.signIn,
  '/you': paths.you,
  '/games': paths.games,
  '/people': paths.people,
  '/people/*': paths.person('somebody'),
  '/rules/*': paths.rules('bisley'),
  '/deal/*/*/*': paths.deal('bisley/thirteen', 'ADB-FPA-7JG'),
  '/puzzles': paths.puzzles,
  '/puzzles/*/*/*': paths.puzzle('bisley', 'keep', 1),
};

test.each(Object.entries(modulesOf))('%s preloads the page it shows', async (address, modules) => {
  const example = examples[address] ?? '';
  const { page } = parseRoute(example);
  // How the import in `pages` is written, wherever the loader has put it.
  expect(modules.some((module) => String(pages[page]).includes(module))).toBe(true);
  for (const module of modules) {
    expect(existsSync(path.join(import.meta.dirname, '..', module)), module).toBe(true);
  }
});

test('every page is preloaded where it has an address', () => {
  const preloaded = Object.values(examples).map((example) => parseRoute(example).page);
  expect(new Set([...preloaded, 'lost'])).toEqual(new Set(Object.keys(pages)));
  expect(Object.keys(modulesOf)).toEqual(Object.keys(examples));
});
