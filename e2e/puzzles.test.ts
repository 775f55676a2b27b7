/** P11: puzzles on a phone, by touch, by keyboard and by ear; today's without a line. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { formatMove, unwrap } from '@same-deal/engine';
import type { GameId, Move } from '@same-deal/engine';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { openPuzzles } from '../apps/web/src/puzzles/packed.ts';
import type { Puzzle, PuzzleKind } from '../apps/web/src/puzzles/packed.ts';
import { Listener } from './support/by-ear.ts';
import { openBrowser, phone } from './support/browser.ts';
import { tabTo, walkTo } from './support/keys.ts';
import { serviceAndBrowser } from './support/together.ts';
import { pile, playMoves, tapMove } from './support/table.ts';

const { service, browser } = await serviceAndBrowser();

const folder = path.join(import.meta.dirname, '../apps/web/src/puzzles/packs');

function puzzlesOf(game: string, kind: PuzzleKind): Puzzle[] {
  const bytes = readFileSync(path.join(folder, `${game}-${kind}.puz`));
  const file = unwrap(openPuzzles(game as GameId, kind, bytes));
  return file.grades.map((_, n) => file.puzzle(n + 1)!);
}

/** The place of a puzzle among all, whose line to be watched is short. */
function numberOf(all: readonly Puzzle[], lengthOf: (puzzle: Puzzle) => number): number {
  const lengths = all.map(lengthOf);
  return 1 + lengths.indexOf(Math.min(...lengths));
}

const inWords = ({ position }: Puzzle, moves: readonly Move[]): string[] =>
  moves.map((move) => formatMove(position.variant, move));

/** What a puzzle's page says of it. */
const says = (page: Page, text: RegExp) => page.locator('.messages').getByText(text).waitFor();

const atPuzzle = (game: string, kind: PuzzleKind, number: number) =>
  `${service.url}/puzzles/${game}/${kind}/${number}`;

it('P11: keeping the win by touch: a wrong move is refuted on the board and taken back, then the one is found', async () => {
  const all = puzzlesOf('bisley', 'keep');
  const shortest = ({ refutations }: Puzzle) =>
    Math.min(...refutations.map(({ line }) => line.length));
  const number = numberOf(all, shortest);
  const puzzle = all[number - 1]!;
  const wrong = puzzle.refutations.find(({ line }) => line.length === shortest(puzzle))!;
  const page = await openBrowser(browser, atPuzzle('bisley', 'keep', number), phone);
  await says(page, /Find the one move that keeps the win/);
  await tapMove(page, inWords(puzzle, [wrong.move])[0]!);
  await says(page, /^That loses: .* At best \d+ cards? stays? out/);
  await page.getByRole('button', { name: 'Take it back' }).tap();
  await says(page, /Find the one move that keeps the win/);
  await tapMove(page, inWords(puzzle, [puzzle.solution[0]!])[0]!);
  await says(page, /Right: only this keeps the win/);
  await page.getByRole('button', { name: 'Next puzzle' }).tap();
  await expect.poll(() => page.url()).not.toBe(atPuzzle('bisley', 'keep', number));
  await says(page, /Find the one move/);
  await page.context().close();
});

it('P11: winning in so many moves by keyboard, from the list of puzzles to the end', async () => {
  const page = await openBrowser(browser, `${service.url}/puzzles`, phone);
  await tabTo(page, page.getByRole('link', { name: /^Solve today’s puzzle of British Square/ }));
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/puzzles\/british-square\/win\/\d+$/);
  const puzzle = puzzlesOf('british-square', 'win')[Number(page.url().split('/').at(-1)) - 1]!;
  await says(page, new RegExp(`Win in ${puzzle.solution.length} moves`));
  await tabTo(page, page.locator('[data-pile]'));
  for (const move of inWords(puzzle, puzzle.solution)) {
    const [from = '', to = ''] = move.split('>');
    await walkTo(page, from);
    await page.keyboard.press('Enter');
    await walkTo(page, to);
    await page.keyboard.press('Enter');
  }
  await page.getByRole('heading', { name: 'Won!' }).waitFor();
  await page
    .getByText(/no way is shorter/)
    .last()
    .waitFor();
  await page.getByRole('button', { name: 'Next puzzle' }).click();
  await says(page, /Win in \d+ moves/);

  // The day's puzzle has begun a streak.
  await page.goto(`${service.url}/puzzles`);
  await page.getByText('1 day in a row').waitFor();
  await page.getByRole('link', { name: /^Solved. Look again at .*British Square/ }).waitFor();
  await page.context().close();
});

it('P11: a puzzle by ear: what is asked for, what a wrong move costs and what is right are said', async () => {
  const all = puzzlesOf('sly-fox', 'keep');
  const number = numberOf(all, ({ refutations }) => refutations[0]!.line.length);
  const puzzle = all[number - 1]!;
  const { variant } = puzzle.position;
  const [wrong] = puzzle.refutations;
  const page = await openBrowser(browser, atPuzzle('sly-fox', 'keep', number), phone);
  const listener = new Listener(page);
  await says(page, /Find the one move/);
  const heard = async (text: RegExp) =>
    expect
      .poll(() =>
        page.evaluate(() =>
          (window as unknown as { announcements: string[] }).announcements.join('\n'),
        ),
      )
      .toMatch(text);
  await heard(/Find the one move that keeps the win\./);
  await listener.tabTo(/^button "[^":]+: /);
  await listener.play(variant, inWords(puzzle, [wrong!.move])[0]!);
  await heard(/That loses: /);
  await heard(/At best \d+ cards? stays? out\./);
  await listener.tabTo(/^button "Take it back"/);
  await page.keyboard.press('Enter');
  await listener.tabTo(/^button "[^":]+: /);
  await listener.play(variant, inWords(puzzle, [puzzle.solution[0]!])[0]!);
  await heard(/Right: only this keeps the win\./);
  await page.context().close();
});

it('P11: in forced colours the diamonds of a grade tell how many are filled', async () => {
  const page = await openBrowser(browser, `${service.url}/puzzles`, {
    ...phone,
    forcedColors: 'active',
  });
  const button = page.getByRole('button', { name: /^Win in a few moves, very easy/ }).first();
  await button.waitFor();
  const colours = await button
    .locator('[aria-hidden] > span')
    .evaluateAll((all) => all.map((one) => getComputedStyle(one).backgroundColor));
  const canvas = await page.evaluate(() => {
    const probe = document.body.appendChild(document.createElement('i'));
    probe.style.background = 'Canvas';
    return getComputedStyle(probe).backgroundColor;
  });
  // A background that is left out has the colour of the canvas.
  const [filled, ...empty] = colours;
  expect(empty).toHaveLength(4);
  expect([canvas, ...empty]).not.toContain(filled);
  await page.context().close();
});

it('today’s puzzle, once opened, is there without a line', async () => {
  const page = await openBrowser(browser, `${service.url}/puzzles`, {
    ...phone,
    serviceWorkers: 'allow',
  });
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  const today = page.getByRole('link', { name: /^Solve today’s puzzle of Bisley/ });
  await today.tap();
  await pile(page, 't0').waitFor();
  // A page that was open before its worker fetched for itself.
  await page.reload();
  await pile(page, 't0').waitFor();
  await page.context().setOffline(true);
  await page.goto(`${service.url}/puzzles`);
  await today.tap();
  await pile(page, 't0').waitFor();
  const [, game = '', kind = '', number = ''] = /puzzles\/(.*)\/(.*)\/(.*)$/.exec(page.url()) ?? [];
  const puzzle = puzzlesOf(game, kind as PuzzleKind)[Number(number) - 1]!;
  await playMoves(page, inWords(puzzle, puzzle.solution.slice(0, 1)));
  await page.context().close();
});

it('on a page that has been open over night, today’s puzzle is the new day’s, and counts for the streak', async () => {
  const page = await openBrowser(browser, `${service.url}/puzzles`, phone);
  const today = page.getByRole('link', { name: /^Solve today’s puzzle of Bisley/ });
  const before = await today.getAttribute('href');
  await page.evaluate(() => {
    const { now } = Date;
    Date.now = () => now() + 86_400_000;
  });
  await expect.poll(() => today.getAttribute('href')).not.toBe(before);
  await today.tap();
  const [, game = '', kind = '', number = ''] = /puzzles\/(.*)\/(.*)\/(.*)$/.exec(page.url()) ?? [];
  const puzzle = puzzlesOf(game, kind as PuzzleKind)[Number(number) - 1]!;
  await pile(page, 't0').waitFor();
  await playMoves(page, inWords(puzzle, puzzle.solution));
  const streak = () => page.evaluate(() => localStorage.getItem('same-deal:puzzles') ?? '');
  await expect.poll(streak).toContain('"days":1');
  await page.context().close();
});
