/** Runs recorded games through the engine and tells every difference. */
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
} from '@same-deal/engine';
import type { Position } from '@same-deal/engine';
import { dealsFile, playout, recordedPosition } from './records.ts';
import type { DealsFile, Playout, RecordedCounters, RecordedPosition } from './records.ts';

export interface Tally {
  playouts: number;
  positions: number;
  deals: number;
  differences: number;
}

export type Report = (difference: string) => void;

/**
 * The variants that a recorded game bears witness to. PySolFC's British Square lets any card fill a
 * space: its list `l` are the moves of `piles`, `l` and `x` together those of `union`.
 */
const variantsOfRecord: Readonly<Record<string, readonly string[]>> = {
  bisley: ['bisley/thirteen'],
  bisley12: ['bisley/twelve'],
  slyfox: ['sly-fox/standard'],
  'slyfox-transfer': ['sly-fox/standard'],
  britishsquare: ['british-square/piles', 'british-square/union'],
  'britishsquare-anyfill': ['british-square/union'],
  britishsquare4x4: ['british-square/columns'],
  alhambra: ['alhambra/standard'],
};

const movesOf = (text = ''): string[] => text.split(' ').filter(Boolean);
const countersOf = (v: RecordedCounters | undefined): string =>
  v === undefined ? '' : ` ${[v].flat().join(',')}`;

/** What a record says of a position, and the name under which differences are told. */
interface Witness {
  readonly where: string;
  readonly l: string;
  readonly x?: string | undefined;
}

function differencesInMoves(position: Position, { l, x }: Witness): string[] {
  const includesExtra =
    !position.variant.startsWith('british-square') || position.variant.endsWith('union');
  const expected = new Set([...movesOf(l), ...(includesExtra ? movesOf(x) : [])]);
  const found = new Set(legalMoves(position).map((move) => formatMove(position.variant, move)));
  return [
    ...[...expected].filter((move) => !found.has(move)).map((move) => `misses the move ${move}`),
    ...[...found].filter((move) => !expected.has(move)).map((move) => `adds the move ${move}`),
  ];
}

/** Stuck, as far as the record decides it: in Sly Fox a list `x` leaves it open. */
function differencesInStuck(position: Position, { l, x }: Witness): string[] {
  if (x && position.variant.startsWith('sly-fox')) return [];
  const moves = legalMoves(position).length;
  const expected = l === '' && moves === 0 && !isWon(position);
  return isStuck(position) === expected ? [] : [`says stuck = ${!expected}`];
}

export function createChecker(report: Report) {
  const tally: Tally = { playouts: 0, positions: 0, deals: 0, differences: 0 };

  function tell(where: string, difference: string): void {
    tally.differences++;
    report(`${where}: ${difference}`);
  }

  function compare(where: string, what: string, found: unknown, expected: unknown): void {
    if (found !== expected)
      tell(where, `${what} is ${String(found)}, recorded ${String(expected)}`);
  }

  function variantsFor(game: string, where: string): readonly string[] {
    const variants = variantsOfRecord[game] ?? [];
    if (variants.length === 0) tell(where, `no game is recorded under the name ${game}`);
    return variants;
  }

  function checkPosition(position: Position, witness: Witness): void {
    for (const difference of differencesInMoves(position, witness)) tell(witness.where, difference);
    for (const difference of differencesInStuck(position, witness)) tell(witness.where, difference);
  }

  /** The position after a recorded move; undefined where the engine refuses it. */
  function step(position: Position, text: string, where: string): Position | undefined {
    const move = parseMove(position.variant, text);
    const played = move && playMove(position, move);
    if (!played) tell(where, `${text} is no move of this game`);
    else if (!played.ok) tell(where, `refuses ${text}: ${played.reason.code}`);
    else return played.value;
    return undefined;
  }

  function checkPlayout(record: Playout, where: string): void {
    tally.playouts++;
    const played = record.steps.map(({ m }) => m);
    const extra = new Set(record.steps.flatMap(({ m, x }) => (movesOf(x).includes(m) ? [m] : [])));
    for (const variant of variantsFor(record.game, where)) {
      // A line that plays moves of the list `x` is a game of the freer variant only.
      if (variant === 'british-square/piles' && extra.size > 0) continue;
      const rules = variantOf(variant);
      const pack = packOf(record.deal, rules.packs);
      if (!pack.ok) {
        tell(where, `deal ${record.deal} is refused: ${pack.reason}`);
        continue;
      }
      compare(
        where,
        'the list of piles',
        rules.piles.map(({ name }) => name).join(' '),
        record.piles.join(' '),
      );
      let position: Position | undefined = newGame(variant, pack.value);
      compare(where, 'the layout', formatPosition(position), record.init + countersOf(record.v));
      for (const [n, { l, x, s, v }] of record.steps.entries()) {
        const at = `${where} ${variant} step ${n + 1}`;
        checkPosition(position, { where: at, l, x });
        if (isWon(position)) tell(at, 'says won before the end');
        position = step(position, played[n] ?? '', at);
        if (!position) break;
        compare(at, 'the table', formatPosition(position), s + countersOf(v));
      }
      if (!position) continue;
      const { l, x, why, found } = record.end;
      const at = `${where} ${variant} end`;
      checkPosition(position, { where: at, l: l ?? '', x });
      compare(at, 'won', isWon(position), why === 'won');
      compare(at, 'cards on foundations', cardsHome(position) + rules.dealtHome, found);
      if (why === 'stuck' && !x) compare(at, 'stuck', isStuck(position), true);
    }
  }

  function checkRecordedPosition(record: RecordedPosition, where: string): void {
    tally.positions++;
    for (const variant of variantsFor(record.game, where)) {
      const at = `${where} ${variant}`;
      const parsed = parsePosition(variant, record.s + countersOf(record.v));
      if (!parsed.ok) {
        tell(at, `cannot be read: ${parsed.reason.code} ${parsed.reason.at ?? ''}`);
        continue;
      }
      const position = parsed.value;
      checkPosition(position, { where: at, l: record.l, x: record.x });
      compare(at, 'won', isWon(position), record.won);
      for (const { m, s, v, won } of record.next) {
        const isExtra = movesOf(record.x).includes(m);
        if (variant === 'british-square/piles' && isExtra) continue;
        const next = step(position, m, at);
        if (!next) continue;
        compare(`${at} ${m}`, 'the table', formatPosition(next), s + countersOf(v));
        compare(`${at} ${m}`, 'won', isWon(next), won ?? false);
      }
    }
  }

  function checkDeals(file: DealsFile, where: string): void {
    for (const { deal, decks, deck, generator, first_draws: draws } of file.shuffles) {
      tally.deals++;
      const at = `${where} shuffle ${deal} of ${decks}`;
      const pack = packOf(deal, decks);
      compare(at, 'the pack', pack.ok ? pack.value.join() : pack.reason, deck.join());
      if (draws) {
        const draw = drawFor(generator, deal);
        compare(
          at,
          'the first draws',
          draws.map((_, n) => draw(52 * decks - 1 - n)).join(),
          draws.join(),
        );
      }
    }
    for (const [game, layouts] of Object.entries(file.deals)) {
      for (const { deal, piles } of layouts) {
        tally.deals++;
        const at = `${where} ${game} ${deal}`;
        for (const variant of variantsFor(game, at)) {
          const rules = variantOf(variant);
          const pack = packOf(deal, rules.packs);
          if (!pack.ok) {
            tell(at, `is refused: ${pack.reason}`);
            continue;
          }
          const texts =
            formatPosition(newGame(variant, pack.value)).split(' ')[0]?.split('|') ?? [];
          compare(
            at,
            'the list of piles',
            Object.keys(piles).sort().join(),
            rules.piles
              .map(({ name }) => name)
              .sort()
              .join(),
          );
          rules.piles.forEach(({ name }, n) =>
            compare(`${at} ${name}`, 'the pile', texts[n], piles[name]),
          );
        }
      }
    }
  }

  return {
    tally,

    /** Checks the text of one file in any of the three formats. */
    check(name: string, text: string): void {
      const whole = asJson(text);
      const deals = dealsFile.safeParse(whole);
      if (deals.success) return checkDeals(deals.data, name);
      for (const [index, line] of text.split('\n').entries()) {
        if (line.trim() === '') continue;
        const where = `${name}:${index + 1}`;
        const record = asJson(line);
        const game = playout.safeParse(record);
        if (game.success) {
          checkPlayout(game.data, where);
          continue;
        }
        const position = recordedPosition.safeParse(record);
        if (position.success) checkRecordedPosition(position.data, where);
        else tell(where, 'is none of the three formats');
      }
    },
  };
}

function asJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The generator that a recorded shuffle names, for comparing its first draws. */
function drawFor(generator: 'lcg' | 'mt', deal: string) {
  const number = BigInt(deal.replace(/^ms/, ''));
  if (generator === 'lcg') return linearDraw(Number(number));
  const words: number[] = [];
  for (let rest = number; rest > 0n; rest >>= 32n) words.push(Number(rest & 0xffffffffn));
  return mersenneDraw(words);
}
