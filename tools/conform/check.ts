/** Runs recorded games through the engine and reports every difference. */
import {
  cardsHome,
  formatMove,
  formatPosition,
  isStuck,
  isWon,
  legalMoves,
  linearDraw,
  mersenneDraw,
  newGame,
  packOf,
  parseMove,
  parsePosition,
  playMove,
  variantOf,
  unwrap,
} from '@same-deal/engine';
import type { Position } from '@same-deal/engine';
import { recognize, textOf, variantsOfRecord } from './records.ts';
import type {
  DealsFile,
  Playout,
  Recorded,
  RecordedCounters,
  RecordedPosition,
} from './records.ts';

export interface Tally {
  playouts: number;
  positions: number;
  deals: number;
  differences: number;
}

export type Report = (difference: string) => void;

/** The variant in which the moves of a list `x` are not legal. */
const WITHOUT_EXTRA = 'british-square/piles';
const SLY_FOX = 'sly-fox/standard';

const movesOf = (text: string | null | undefined): string[] =>
  (text ?? '').split(/\s+/).filter(Boolean);

/** The moves that are legal in a variant according to a record. */
const legalIn = (variant: string, { l, x }: Witness): Set<string> =>
  new Set([...movesOf(l), ...(variant === WITHOUT_EXTRA ? [] : movesOf(x))]);

/** What a record states about a table. */
interface Witness {
  readonly l: string;
  readonly x?: string | null | undefined;
  readonly won: boolean;
}

function differencesInMoves(position: Position, witness: Witness): string[] {
  const expected = legalIn(position.variant, witness);
  const found = new Set(legalMoves(position).map((move) => formatMove(position.variant, move)));
  return [
    ...[...expected].filter((move) => !found.has(move)).map((move) => `misses the move ${move}`),
    ...[...found].filter((move) => !expected.has(move)).map((move) => `adds the move ${move}`),
  ];
}

/**
 * Whether the position is stuck according to the record. Sly Fox's moves from foundation to foundation
 * do not count by themselves; but where a suit allows one, every reserve card of that suit can go home.
 */
function isStuckAsRecorded(position: Position, witness: Witness): boolean {
  if (witness.won) return false;
  if (position.variant !== SLY_FOX) return legalIn(position.variant, witness).size === 0;
  if (movesOf(witness.l).length > 0) return false;
  const suits = new Set(movesOf(witness.x).map((move) => move.slice(2, 3)));
  const { piles } = variantOf(SLY_FOX);
  const tables = formatPosition(position).split(' ')[0]?.split('|') ?? [];
  return !piles.some(({ role }, n) => role === 'reserve' && suits.has(tables[n]?.at(-1) ?? ''));
}

export function createChecker(report: Report) {
  const tally: Tally = { playouts: 0, positions: 0, deals: 0, differences: 0 };

  function noteDifference(where: string, difference: string): void {
    tally.differences++;
    report(`${where}: ${difference}`);
  }

  function compare(where: string, what: string, found: unknown, expected: unknown): void {
    if (found !== expected) {
      noteDifference(where, `${what} is ${String(found)}, recorded ${String(expected)}`);
    }
  }

  function variantsFor(game: string, where: string): readonly string[] {
    const variants = variantsOfRecord(game);
    if (variants.length === 0) noteDifference(where, `no game is recorded under the name ${game}`);
    return variants;
  }

  /**
   * Compares pile by pile, then the counters if the record has them.
   * @returns whether all agree
   */
  function compareTables(
    where: string,
    position: Position,
    s: string,
    v: RecordedCounters,
  ): boolean {
    const before = tally.differences;
    const { piles } = variantOf(position.variant);
    const [table = '', counters = ''] = formatPosition(position).split(' ');
    const found = table.split('|');
    const expected = s.split('|');
    compare(where, 'the number of piles', found.length, expected.length);
    if (found.length === expected.length) {
      piles.forEach(({ name }, n) => compare(where, `pile ${name}`, found[n], expected[n]));
    }
    if (v !== undefined && v !== null) {
      compare(where, 'the counter', counters, [v].flat().join(','));
    }
    return tally.differences === before;
  }

  /** The engine's position for a recorded table. */
  function read(
    where: string,
    variant: string,
    s: string,
    v: RecordedCounters,
  ): Position | undefined {
    const parsed = parsePosition(variant, textOf(s, v));
    if (parsed.ok) return parsed.value;
    noteDifference(
      where,
      `the table cannot be read: ${parsed.reason.code} ${parsed.reason.at ?? ''}`,
    );
    return undefined;
  }

  function checkWitness(where: string, position: Position, witness: Witness): void {
    for (const difference of differencesInMoves(position, witness))
      noteDifference(where, difference);
    compare(where, 'won', isWon(position), witness.won);
    compare(where, 'stuck', isStuck(position), isStuckAsRecorded(position, witness));
  }

  /** The position after a recorded move; undefined if the engine refuses it. */
  function step(where: string, position: Position, text: string): Position | undefined {
    const move = parseMove(position.variant, text);
    const played = move && playMove(position, move);
    if (!played) noteDifference(where, `${text} is no move of this game`);
    else if (!played.ok) noteDifference(where, `refuses ${text}: ${played.reason.code}`);
    else return played.value;
    return undefined;
  }

  function checkPlayout(record: Playout, where: string): void {
    tally.playouts++;
    const playsExtra = record.steps.some(({ m, x }) => movesOf(x).includes(m));
    for (const variant of variantsFor(record.game, where)) {
      // A record that plays moves of the list `x` is a game of the freer variant only.
      if (variant === WITHOUT_EXTRA && playsExtra) continue;
      const rules = variantOf(variant);
      const at = `${where} ${variant}`;
      if (record.piles) {
        const names = rules.piles.map(({ name }) => name);
        compare(at, 'the list of piles', names.join(' '), record.piles.join(' '));
      }
      const pack = packOf(record.deal, rules.packs);
      if (!pack.ok) noteDifference(at, `deal ${record.deal} is refused: ${pack.reason}`);
      let position = pack.ok ? unwrap(newGame(variant, pack.value)) : undefined;
      // After a difference the check continues from the recorded table, so that each is reported once.
      if (!position || !compareTables(`${at} deal`, position, record.init, record.v)) {
        position = read(`${at} deal`, variant, record.init, record.v);
      }
      for (const [n, { l, x, m, s, v }] of record.steps.entries()) {
        if (!position) break;
        const atStep = `${at} step ${n + 1}`;
        checkWitness(atStep, position, { l, x, won: false });
        position = step(atStep, position, m);
        if (!position || !compareTables(`${atStep} after ${m}`, position, s, v)) {
          position = read(`${atStep} after ${m}`, variant, s, v);
        }
      }
      if (!position) continue;
      const { l, x, why, found } = record.end;
      const end = `${at} end`;
      const won = why === 'won';
      if (typeof l === 'string') checkWitness(end, position, { l, x, won });
      else compare(end, 'won', isWon(position), won);
      if (typeof found === 'number') {
        compare(end, 'cards on foundations', cardsHome(position) + rules.dealtHome, found);
      }
      // `why` considers `l` only, so it proves nothing where `x` counts and is not empty.
      if (why === 'stuck' && (movesOf(x).length === 0 || variant === WITHOUT_EXTRA)) {
        compare(end, 'stuck', isStuck(position), true);
      }
    }
  }

  function checkPosition(record: RecordedPosition, where: string): void {
    tally.positions++;
    for (const variant of variantsFor(record.game, where)) {
      const at = `${where} ${variant}`;
      const position = read(at, variant, record.s, record.v);
      if (!position) continue;
      const { l, x } = record;
      checkWitness(at, position, { l, x, won: record.won ?? isWon(position) });
      for (const { m, s, v, won } of record.next ?? []) {
        if (variant === WITHOUT_EXTRA && movesOf(x).includes(m)) continue;
        const next = step(at, position, m);
        if (!next) continue;
        compareTables(`${at} after ${m}`, next, s, v);
        compare(`${at} after ${m}`, 'won', isWon(next), won ?? false);
      }
    }
  }

  function checkDeals(file: DealsFile, where: string): void {
    for (const { deal, decks, deck, generator, first_draws: draws } of file.shuffles ?? []) {
      tally.deals++;
      const at = `${where} shuffle ${deal} of ${decks}`;
      const pack = packOf(deal, decks);
      if (!pack.ok) {
        noteDifference(at, `is refused: ${pack.reason}`);
        continue;
      }
      compare(at, 'the pack', pack.value.join(), deck.join());
      if (!draws || !generator) continue;
      const draw = drawFor(generator, deal);
      const found = draws.map((_, n) => draw(52 * decks - 1 - n));
      compare(at, 'the first draws', found.join(), draws.join());
    }
    for (const [game, layouts] of Object.entries(file.deals ?? {})) {
      for (const { deal, piles } of layouts) {
        tally.deals++;
        for (const variant of variantsFor(game, `${where} ${game} ${deal}`)) {
          const at = `${where} ${variant} ${deal}`;
          const rules = variantOf(variant);
          const pack = packOf(deal, rules.packs);
          if (!pack.ok) {
            noteDifference(at, `is refused: ${pack.reason}`);
            continue;
          }
          const names = rules.piles.map(({ name }) => name);
          compare(
            at,
            'the list of piles',
            [...names].sort().join(),
            Object.keys(piles).sort().join(),
          );
          const position = unwrap(newGame(variant, pack.value));
          compareTables(at, position, names.map((name) => piles[name] ?? '').join('|'), undefined);
        }
      }
    }
  }

  function checkRecord(recorded: Recorded, where: string): void {
    if (recorded.format === 'playout') checkPlayout(recorded.record, where);
    else if (recorded.format === 'position') checkPosition(recorded.record, where);
    else if (recorded.format === 'deals') checkDeals(recorded.record, where);
    else noteDifference(where, recorded.fault);
  }

  return {
    tally,

    /**
     * Checks one file in any of the three formats, line by line, so that its size does not matter.
     * A file without a single record on a line of its own is read as one JSON value.
     */
    async check(name: string, lines: AsyncIterable<string> | Iterable<string>): Promise<void> {
      let number = 0;
      let records = 0;
      const strange: { readonly number: number; readonly line: string }[] = [];
      for await (const line of lines) {
        number++;
        if (line.trim() === '') continue;
        const recorded = recognize(asJson(line));
        if (recorded) {
          records++;
          checkRecord(recorded, `${name}:${number}`);
        } else {
          strange.push({ number, line });
        }
      }
      if (records === 0) {
        const whole = asJson(strange.map(({ line }) => line).join('\n'));
        const values: readonly unknown[] = Array.isArray(whole) ? whole : [whole];
        const recorded = values.map(recognize).filter((record) => record !== undefined);
        if (recorded.length === values.length && values.length > 0) {
          return recorded.forEach((record, n) =>
            checkRecord(record, values.length > 1 ? `${name}[${n}]` : name),
          );
        }
        if (strange.length === 0) return noteDifference(name, 'holds nothing to check');
      }
      for (const { number, line } of strange) {
        const what = asJson(line) === undefined ? 'is not JSON' : 'has none of the three formats';
        noteDifference(`${name}:${number}`, what);
      }
    },
  };
}

function asJson(text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch {
    return undefined;
  }
}

/** The generator that a recorded shuffle names, for comparing its first draws. */
function drawFor(generator: 'lcg' | 'mt', deal: string) {
  const number = BigInt(deal.replace(/\D/g, ''));
  if (generator === 'lcg') return linearDraw(Number(number));
  const words: number[] = [];
  for (let rest = number; rest > 0n; rest >>= 32n) words.push(Number(rest & 0xffffffffn));
  return mersenneDraw(words);
}
