/** The five steps of each game: that they can be played, and that they teach what a player can break. */
import {
  gameList,
  isFaceUp,
  legalMoves,
  packOf,
  parseMove,
  playMove,
  rejectionCodes,
  viewOf,
} from '@same-deal/engine';
import type { Position, RejectionCode } from '@same-deal/engine';
import { describe, expect, test } from 'vitest';
import { rulesWords } from '../messages/rules.en.ts';
import {
  isLearnt,
  lessonBoard,
  lessonPiles,
  lessonsOf,
  lessonTargets,
  openLesson,
  playLesson,
  refusalsOf,
  refusedMove,
  stepOfRefusal,
} from './lessons.ts';

/** Every refusal that some pair of piles meets in games played at random, with an unknown top card at times. */
function refusalsMetIn(variant: string, games: number): Map<string, Position> {
  const met = new Map<string, Position>();
  const rules = gameList.flatMap((game) => game.variants).find(({ id }) => id === variant);
  if (!rules) throw new Error(variant);
  let seed = 1;
  const chance = (below: number) => (seed = (seed * 48_271) % 2_147_483_647) % below;
  for (let n = 1; n <= games; n++) {
    const pack = packOf(`${n}`, rules.packs);
    if (!pack.ok) throw new Error(pack.reason);
    let position = rules.deal(pack.value);
    for (let moves = 0; moves < 400; moves++) {
      const legal = legalMoves(position);
      const move = legal[chance(legal.length)];
      if (!move) break;
      const before = viewOf(position);
      // What a page sees until the service has said which card was turned up.
      for (const table of [position, playMove(before, move)]) {
        const seen = 'ok' in table ? (table.ok ? table.value : before) : table;
        for (let from = 0; from < rules.piles.length; from++) {
          for (let to = 0; to < rules.piles.length; to++) {
            const tried = playMove(seen, { from, to });
            if (tried.ok) continue;
            met.set(JSON.stringify(refusedMove(variant, tried.reason)), seen);
          }
        }
      }
      const next = playMove(position, move);
      if (next.ok) position = next.value;
    }
  }
  return met;
}

/** A game is taught in steps when somebody has written them: its words and its little tables. */
const taughtGames = gameList
  .filter(({ id }) => rulesWords.games[id] !== undefined || lessonsOf(id).length > 0)
  .map(({ id, variants }) => [id, variants[0].id] as const);

test('the games of the first release are taught', () => {
  expect(taughtGames.length).toBeGreaterThan(3);
});

describe.each(taughtGames)('the rules of %s', (gameId, variant) => {
  const lessons = lessonsOf(gameId);
  const words = rulesWords.games[gameId] ?? [];

  test('come in five steps, with words for each', () => {
    expect(lessons).toHaveLength(5);
    expect(words).toHaveLength(5);
    expect(new Set(words.map(({ title }) => title)).size).toBe(5);
  });

  test.each(lessons.map((lesson, n) => [n + 1, lesson] as const))(
    'step %i is done by doing what it shows',
    (_, lesson) => {
      let play = openLesson(gameId, lesson);
      expect(isLearnt(lesson, play)).toBe(false);
      for (const text of lesson.goal) {
        const move = parseMove(variant, text.split('|')[0] ?? '');
        const next = move && playLesson(play, move);
        if (!next) throw new Error(`${text} is refused`);
        play = next;
      }
      expect(isLearnt(lesson, play)).toBe(true);
    },
  );

  test.each(lessons.map((lesson, n) => [n + 1, lesson] as const))(
    'step %i shows every card in play, and every move of its goal',
    (_, lesson) => {
      const play = openLesson(gameId, lesson);
      const board = lessonBoard(gameId, lesson);
      const cards = lessonPiles(board, play).flat();
      expect(cards).toHaveLength(play.position.piles.flat().length);
      const faces = cards.filter(isFaceUp);
      expect(new Set(faces).size).toBe(faces.length);
      expect(lessonTargets(board, play).flat().length).toBeGreaterThan(0);
    },
  );

  test.each(lessons.map((lesson, n) => [n + 1, lesson] as const))(
    'step %i refuses what it says is refused',
    (_, lesson) => {
      expect(refusalsOf(gameId, lesson)).toHaveLength(lesson.refused.length);
    },
  );

  test('teach every rule that a player can break', () => {
    const met = [...refusalsMetIn(variant, 1).keys()].map(
      (text) => JSON.parse(text) as ReturnType<typeof refusedMove>,
    );
    const codes = new Set<RejectionCode>(met.map(({ code }) => code));
    expect(codes.size).toBeGreaterThan(4);
    for (const refused of met) {
      expect([refused, stepOfRefusal(gameId, refused)]).toEqual([refused, expect.any(Number)]);
    }
    // And no step explains what cannot happen there.
    const taught = lessons.flatMap((lesson) => [
      ...refusalsOf(gameId, lesson).map(({ code }) => code),
      ...(lesson.also ?? []),
    ]);
    for (const code of taught) expect(codes).toContain(code);
  });
});

test('every refusal but that of a pile which no table has is taught by some game', () => {
  const taught = gameList.flatMap(({ id }) =>
    lessonsOf(id).flatMap((lesson) => [
      ...refusalsOf(id, lesson).map(({ code }) => code),
      ...(lesson.also ?? []),
    ]),
  );
  expect(new Set([...taught, 'no-such-pile'])).toEqual(new Set(rejectionCodes));
});

test('a refusal opens the step of its own rule, not just of its code', () => {
  const wrongSuit = { code: 'wrong-suit', from: 'tableau' } as const;
  expect(stepOfRefusal('bisley', { ...wrongSuit, to: 'foundation' })).toBe(0);
  expect(stepOfRefusal('bisley', { ...wrongSuit, to: 'tableau' })).toBe(1);
  const route = { code: 'no-such-route' } as const;
  expect(stepOfRefusal('sly-fox', { ...route, from: 'reserve', to: 'reserve' })).toBe(1);
  expect(stepOfRefusal('sly-fox', { ...route, from: 'foundation', to: 'reserve' })).toBe(3);
  expect(stepOfRefusal('british-square', { ...route, from: 'waste', to: 'stock' })).toBe(4);
});

test('a game without steps has none', () => {
  expect(lessonsOf('klondike')).toEqual([]);
  const refused = { code: 'wrong-suit', from: undefined, to: undefined } as const;
  expect(stepOfRefusal('klondike', refused)).toBeUndefined();
});
