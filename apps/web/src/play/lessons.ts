/**
 * The little tables of the rules' five steps: what lies on each, what is to be done there, and what is refused. Their
 * words are `messages/rules.en.ts`. Pure.
 */
import {
  ACE,
  CARDS_IN_PACK,
  findVariant,
  gameList,
  KING,
  legalMoves,
  parseCard,
  parseMove,
  playMove,
  viewOf,
} from '@same-deal/engine';
import type {
  Card,
  Move,
  Pile,
  PileSpec,
  Position,
  RejectionCode,
  Role,
  Solitaire,
} from '@same-deal/engine';

export interface Lesson {
  /**
   * The piles that are shown, each by its name and cards, bottom card first: `t0 9H 2S`. Of a foundation its top card
   * alone is named. The others are empty and not shown. The counters, if there are any, come after a semicolon.
   */
  readonly table: string;
  /** Moves to be made, in any order that works; `|` stands between moves that will do for each other. */
  readonly goal: readonly string[];
  /** Moves the rules refuse, as the last of several where others have to be made first. */
  readonly refused: readonly string[];
  /** Refusals it explains that no move on an open table can show. */
  readonly also?: readonly RejectionCode[];
}

/** The steps of each game, on its default variant. A game without any has no rules page yet. */
const games: Readonly<Record<string, readonly Lesson[]>> = {
  bisley: [
    {
      table: 'faS AS, faH AH, fkS, fkH, t0 9H 2S, t1 4D KS',
      goal: ['t0>faS', 't1>fkS'],
      refused: ['t0>faH', 't1>faS'],
    },
    {
      table: 't0 3C 8H, t1 5D 7H, t2 4D 8S, t3 JC 9S, t4 2C JH',
      goal: ['t1>t0|t0>t1', 't3>t2|t2>t3'],
      refused: ['t1>t2', 't4>t0'],
    },
    {
      table: 'faS AS, t0 2S 9H, t1 4C TH',
      goal: ['t0>t1', 't0>faS'],
      refused: [],
    },
    {
      table: 'faD AD, t0 5D, t1 9C 6D, t2',
      goal: ['t0>t1'],
      refused: ['t1>t2', 't2>t1'],
    },
    {
      table: 'faC 5C, fkC 7C, t0 3D 6C, t1 9S 4H',
      goal: ['t0>faC|t0>fkC'],
      refused: ['faC>t0'],
    },
  ],
  'sly-fox': [
    {
      table: 'faC AC, faH AH, fkC KC, fkH KH, r0 2C, r1 QH, r2 9S, r3 5C, s 4D 7S TC; -1',
      goal: ['r0>faC', 'r1>fkH'],
      refused: ['r2>faC', 'r3>faC'],
    },
    {
      table: 'faC AC, r0 9S, r1 5D, r2, s 4D 2C 8H; -1',
      goal: ['s>r0|s>r1|s>r2', 's>faC'],
      refused: ['r0>r1'],
      also: ['face-down'],
    },
    {
      table: 'faC AC, r0 2C, r1 9H, r2 5S, s 3D JS 6D; 18',
      goal: ['s>r1|s>r2', 's>r1|s>r2', 'r0>faC'],
      refused: ['r0>faC'],
    },
    {
      table: 'faD 7D, fkD 8D, r0 4C 7D, r1 9S, s JH; 0',
      goal: ['faD>fkD', 'r0>faD'],
      refused: ['faD>r1'],
    },
    {
      table: 'faS 9S, fkS QS, r0 4H TS, r1 JS, r2, s; 7',
      goal: ['r0>faS', 'r1>fkS|r1>faS'],
      refused: ['r2>faS', 's>r2'],
    },
  ],
  'british-square': [
    {
      table: 'fC, fH KH, t0 AC, t1 KH, t2 9S, t3 5C',
      goal: ['t0>fC', 't1>fH'],
      refused: ['t2>fC', 't3>fC'],
    },
    {
      table: 't0 8D, t1 7D, t2 5S, t3 6S, t4 JD',
      goal: ['t1>t0|t0>t1', 't3>t2|t2>t3'],
      refused: ['t1>t2', 't4>t0'],
    },
    {
      table: 't0 6H 7H, t1 8H, t2 6H, t3 4C',
      goal: ['t1>t0'],
      refused: ['t2>t0'],
    },
    {
      table: 't0, t1 4S, t2 JH, w 9D, s 2C KD',
      goal: ['w>t0', 's>w'],
      refused: ['t1>t0', 't0>t1'],
      also: ['face-down'],
    },
    {
      table: 'fS, t0 AS, t1 7H, w 5D 2S, s',
      goal: ['t0>fS', 'w>fS'],
      refused: ['w>s', 't1>w', 't0>fS fS>t1', 's>w'],
    },
  ],
  alhambra: [
    {
      table: 'faC AC, faD AD, fkC KC, fkD KD, r0 9H 2C, r1 3S QC, w 8S 2D; 2',
      goal: ['r0>faC', 'r1>fkC', 'w>faD'],
      refused: ['w>faC', 'r1>faC'],
    },
    {
      table: 'r0 4S 8H, r1 5C 9H, r2 JC, r3 KH, w 7H; 2',
      goal: ['r0>w', 'r1>w'],
      refused: ['r2>w', 'r3>w'],
    },
    {
      table: 'r0 7C AD, r1 2D, r2, w KD; 2',
      goal: ['r0>w', 'r1>w'],
      refused: ['r0>r1', 'r2>w'],
    },
    {
      table: 'r0 6S, r1 TD, w 5C, s 9D 3H; 2',
      goal: ['s>w'],
      refused: ['w>s', 'w>r0'],
      also: ['face-down'],
    },
    {
      table: 'r0 6S, w 9C 6D JH, s; 1',
      goal: ['w>s', 's>w'],
      refused: ['w>s s>w s>w w>s', 's>w'],
    },
  ],
};

/** The steps of a game, by its id; none where it has none yet. */
export const lessonsOf = (gameId: string): readonly Lesson[] => games[gameId] ?? [];

/** A little table as it is played on: the whole position, and what has been done so far. */
export interface LessonPlay {
  readonly rules: Solitaire;
  readonly position: Position;
  readonly moves: readonly Move[];
}

/** @throws RangeError for a table that cannot be read: the lessons are part of the page. */
export function openLesson(gameId: string, { table }: Lesson): LessonPlay {
  const rules = gameList.find(({ id }) => id === gameId)?.variants[0];
  if (!rules) throw new RangeError(`no game named ${gameId}`);
  const [pilesText = '', counters = ''] = table.split(';');
  const shown = new Map(pilesText.split(',').map((text) => readPile(rules, text)));
  const copies = new Map<number, number>();
  /** The first card of a face is of the first pack, the next one of the second. */
  const cardOf = (face: number): Card => {
    const copy = copies.get(face) ?? 0;
    copies.set(face, copy + 1);
    return face + copy * CARDS_IN_PACK;
  };
  return {
    rules,
    position: {
      variant: rules.id,
      piles: rules.piles.map(({ name }) => (shown.get(name) ?? []).map(cardOf)),
      counters: counters.trim() ? counters.split(',').map(Number) : [],
    },
    moves: [],
  };
}

/** A pile's name and faces: `t0 9H 2S`. */
function readPile(rules: Solitaire, text: string): readonly [name: string, faces: Pile] {
  const [name = '', ...cards] = text.trim().split(' ');
  const spec = rules.piles.find((pile) => pile.name === name);
  const faces = cards.map((card) => parseCard(card) ?? NaN);
  if (!spec || faces.some(Number.isNaN)) throw new RangeError(`no pile of ${rules.id}: ${text}`);
  return [name, spec.builds ? builtTo(spec.builds, faces[0]) : faces];
}

/** All that lies on a foundation that shows this face. */
function builtTo({ suit, from }: NonNullable<PileSpec['builds']>, top: Card | undefined): Pile {
  if (top === undefined) return [];
  const count = Math.abs((top % 13) - from) + 1;
  return Array.from({ length: count }, (_, n) => 13 * suit + (from === ACE ? n : KING - n));
}

/** The table after a move; undefined if the rules refuse it. */
export function playLesson(play: LessonPlay, move: Move): LessonPlay | undefined {
  const next = playMove(play.position, move);
  return next.ok ? { ...play, position: next.value, moves: [...play.moves, move] } : undefined;
}

/** Whether all that a step asks for has been done. */
export function isLearnt({ goal }: Lesson, { rules, moves }: LessonPlay): boolean {
  const left = [...moves];
  return goal.every((choice) => {
    const wanted = choice.split('|').map((text) => parseMove(rules.id, text));
    const at = left.findIndex(({ from, to }) =>
      wanted.some((move) => move?.from === from && move.to === to),
    );
    if (at >= 0) left.splice(at, 1);
    return at >= 0;
  });
}

/** What a board shows of a little table: its own few piles, in rows of their own, numbered anew. */
export interface LessonBoard {
  /** The numbers that the shown piles have in the game. */
  readonly shown: readonly number[];
  readonly specs: readonly PileSpec[];
}

/** Cards apart, in card sizes. */
const ACROSS = 1.2;
const SECOND_ROW = 1.25;
const FAN_ROOM = 0.75;

/** Foundations, waste and stock stand in the first row, the other piles in the second. */
export function lessonBoard(gameId: string, { table }: Lesson): LessonBoard {
  const { rules } = openLesson(gameId, { table, goal: [], refused: [] });
  const names = (table.split(';')[0] ?? '').split(',').map((text) => text.trim().split(' ')[0]);
  const shown = rules.piles.flatMap(({ name }, n) => (names.includes(name) ? [n] : []));
  const isBelow = (spec: PileSpec | undefined) =>
    spec?.role === 'tableau' || spec?.role === 'reserve';
  const hasFirstRow = shown.some((n) => !isBelow(rules.piles[n]));
  const below = shown.filter((n) => isBelow(rules.piles[n])).length;
  const inRow = [0, 0];
  const specs = shown.flatMap((n): PileSpec[] => {
    const spec = rules.piles[n];
    if (!spec) return [];
    const row = isBelow(spec) ? 1 : 0;
    const isStock = spec.role === 'stock';
    // Its figures hang below the stock, where no other pile may stand.
    const x = (isStock ? Math.max(below, inRow[0] ?? 0) : (inRow[row] ?? 0)) * ACROSS;
    if (!isStock) inRow[row] = (inRow[row] ?? 0) + 1;
    const fan = row === 1 ? { towards: 'down' as const, room: FAN_ROOM } : undefined;
    const slot = { x, y: hasFirstRow ? row * SECOND_ROW : 0, ...(fan && { fan }) };
    return [{ ...spec, upright: slot, wide: slot }];
  });
  return { shown, specs };
}

/** The piles a board shows, of the view a player has of them. */
export const lessonPiles = ({ shown }: LessonBoard, { position }: LessonPlay): Pile[] => {
  const { piles } = viewOf(position);
  return shown.map((n) => piles[n] ?? []);
};

/** Where each shown pile's top card may go, in the board's own numbers. */
export function lessonTargets({ shown }: LessonBoard, { position }: LessonPlay): number[][] {
  const targets: number[][] = shown.map(() => []);
  for (const { from, to } of legalMoves(position)) {
    const place = shown.indexOf(to);
    if (place >= 0) targets[shown.indexOf(from)]?.push(place);
  }
  return targets;
}

/** What is refused, as far as it says which rule does: the code, and what kinds of piles were meant. */
export interface RefusedMove {
  readonly code: RejectionCode;
  readonly from: Role | undefined;
  readonly to: Role | undefined;
}

/** The move of a variant that was refused, for `stepOfRefusal`. */
export function refusedMove(
  variant: string,
  { code, from, to }: Move & { readonly code: RejectionCode },
): RefusedMove {
  const piles = findVariant(variant)?.piles;
  return { code, from: piles?.[from]?.role, to: piles?.[to]?.role };
}

/** What the rules refuse on a step's own table. */
export function refusalsOf(gameId: string, lesson: Lesson): RefusedMove[] {
  return lesson.refused.flatMap((text) => {
    let play = openLesson(gameId, lesson);
    for (const one of text.split(' ')) {
      const move = parseMove(play.rules.id, one);
      const tried = move && playMove(play.position, move);
      if (tried && !tried.ok) return [refusedMove(play.rules.id, tried.reason)];
      play = (move && playLesson(play, move)) ?? play;
    }
    return [];
  });
}

/** The step of a game, from 0, that teaches the rule behind a refusal; undefined where none does. */
export function stepOfRefusal(gameId: string, { code, from, to }: RefusedMove): number | undefined {
  const fits = lessonsOf(gameId).map((lesson) => {
    const same = refusalsOf(gameId, lesson).filter((one) => one.code === code);
    const closeness = same.map((one) => 1 + 2 * Number(one.to === to) + Number(one.from === from));
    return Math.max(0, lesson.also?.includes(code) ? 1 : 0, ...closeness);
  });
  const best = Math.max(0, ...fits);
  return best > 0 ? fits.indexOf(best) : undefined;
}
