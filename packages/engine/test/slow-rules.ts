/**
 * A second implementation of the rule sheets, as literally as they read: cards are texts, a table is
 * piles by name, and every pair of piles is tried as a move. Slow, and independent of the engine, so
 * that the two can be compared.
 */

/** A table: piles by name, bottom card first, and the counters. */
export interface SlowTable {
  readonly variant: string;
  readonly piles: ReadonlyMap<string, readonly string[]>;
  readonly counters: readonly number[];
}

const numbered = (prefix: string, count: number) =>
  Array.from({ length: count }, (_, n) => `${prefix}${n}`);
const BY_SUIT = ['C', 'S', 'H', 'D'];
const ACES = BY_SUIT.map((suit) => `fa${suit}`);
const KINGS = BY_SUIT.map((suit) => `fk${suit}`);
const BOTH_WAYS = BY_SUIT.map((suit) => `f${suit}`);

const pileNames = new Map([
  ['bisley/thirteen', [...ACES, ...KINGS, ...numbered('t', 13)]],
  ['bisley/twelve', [...ACES, ...KINGS, ...numbered('t', 12)]],
  ['sly-fox/standard', [...ACES, ...KINGS, ...numbered('r', 20), 's']],
  ['british-square/piles', [...BOTH_WAYS, ...numbered('t', 16), 'w', 's']],
  ['british-square/columns', [...BOTH_WAYS, ...numbered('t', 4), 'w', 's']],
  ['british-square/union', [...BOTH_WAYS, ...numbered('t', 16), 'w', 's']],
  ['alhambra/standard', [...ACES, ...KINGS, ...numbered('r', 8), 'w', 's']],
]);

export const slowVariants = [...pileNames.keys()];

/** Reads the engine's text form. */
export function readTable(variant: string, text: string): SlowTable {
  const [table = '', counters] = text.split(' ');
  const texts = table.split('|');
  const names = pileNames.get(variant) ?? [];
  return {
    variant,
    piles: new Map(names.map((name, n) => [name, texts[n]?.match(/../g) ?? []])),
    counters: counters === undefined ? [] : counters.split(',').map(Number),
  };
}

/** Writes the engine's text form. */
export function writeTable({ piles, counters }: SlowTable): string {
  const table = [...piles.values()].map((pile) => pile.join('')).join('|');
  return counters.length > 0 ? `${table} ${counters.join(',')}` : table;
}

const valueOf = (card: string) => 'A23456789TJQK'.indexOf(card.charAt(0)) + 1;
const suitOf = (card: string) => card.charAt(1);
const isHigher = (card: string, on: string) => valueOf(card) === valueOf(on) + 1;
const isLower = (card: string, on: string) => valueOf(card) === valueOf(on) - 1;
const adjoins = (card: string, on: string) => isHigher(card, on) || isLower(card, on);

/** A table with the few queries in which the rules are written. */
function queriesOf({ variant, piles, counters }: SlowTable) {
  const pile = (name: string) => piles.get(name) ?? [];
  const top = (name: string) => pile(name).at(-1) ?? '';
  const size = (name: string) => pile(name).length;

  /** BIS-4, BIS-5, SLY-3, ALH-3; BRI-4. */
  function foundationTakes(name: string, card: string): boolean {
    if (suitOf(card) !== name.at(-1)) return false;
    const cards = size(name);
    if (name.startsWith('fa')) return valueOf(card) === cards + 1 && cards < 13;
    if (name.startsWith('fk')) return valueOf(card) === 13 - cards && cards < 13;
    return cards < 13 ? valueOf(card) === cards + 1 : cards < 26 && valueOf(card) === 26 - cards;
  }
  return { variant, pile, top, size, foundationTakes, counter: counters[0] ?? 0, counters };
}

type Queries = ReturnType<typeof queriesOf>;

/** Whether the top card of one pile may go on another; dealing and redealing are handled separately. */
const mayGo: Readonly<Record<string, (table: Queries, from: string, to: string) => boolean>> = {
  bisley({ top, size, foundationTakes }, from, to) {
    if (!from.startsWith('t')) return false; // BIS-6, BIS-10
    if (to.startsWith('f')) return foundationTakes(to, top(from)); // BIS-4, BIS-5
    if (size(to) === 0) return false; // BIS-9
    return suitOf(top(from)) === suitOf(top(to)) && adjoins(top(from), top(to)); // BIS-7, BIS-8
  },

  'sly-fox'({ top, size, foundationTakes, counter }, from, to) {
    if (from === 's') return to.startsWith('r') || foundationTakes(to, top(from)); // SLY-4, SLY-7
    if (from.startsWith('r')) {
      const isFree = counter <= 0 || size('s') === 0; // SLY-6
      return to.startsWith('f') && isFree && foundationTakes(to, top(from)); // SLY-3, SLY-10
    }
    return to.startsWith('f') && foundationTakes(to, top(from)); // SLY-8
  },

  'british-square'({ variant, pile, top, size, foundationTakes, counters }, from, to) {
    if (from.startsWith('f') || from === 's') return false; // BRI-5, BRI-11
    if (to.startsWith('f')) return foundationTakes(to, top(from)); // BRI-4
    if (!to.startsWith('t')) return false; // BRI-10
    if (size(to) === 0) return from === 'w' || variant.endsWith('union'); // BRI-8, BRI-3
    if (suitOf(top(from)) !== suitOf(top(to))) return false; // BRI-6
    if (!adjoins(top(from), top(to))) return false;
    const built = variant.endsWith('columns')
      ? pile(to).slice(counters[Number(to.slice(1))]) // BRI-2
      : pile(to);
    const [first = '', second] = built;
    if (second === undefined) return true; // BRI-7
    return isHigher(second, first) ? isHigher(top(from), top(to)) : isLower(top(from), top(to));
  },

  alhambra({ top, size, foundationTakes }, from, to) {
    if (!from.startsWith('r') && from !== 'w') return false; // ALH-4, ALH-10
    if (to.startsWith('f')) return foundationTakes(to, top(from)); // ALH-3
    if (to !== 'w') return false; // ALH-5
    if (size('w') === 0) return true; // ALH-7
    const values = [valueOf(top(from)), valueOf(top(to))];
    const wraps = values.includes(1) && values.includes(13);
    return suitOf(top(from)) === suitOf(top(to)) && (adjoins(top(from), top(to)) || wraps); // ALH-6
  },
};

/** Every legal move as the engine writes it, in no particular order. */
export function slowMoves(table: SlowTable): string[] {
  const queries = queriesOf(table);
  const game = table.variant.split('/')[0] ?? '';
  const names = [...table.piles.keys()];
  const moves = names.flatMap((from) =>
    names
      .filter((to) => from !== to && queries.size(from) > 0 && mayGo[game]?.(queries, from, to))
      .map((to) => `${from}>${to}`),
  );
  if (!names.includes('w')) return moves;
  if (queries.size('s') > 0) moves.push('deal'); // BRI-9, ALH-9
  const mayRedeal = game === 'alhambra' && queries.size('s') === 0 && queries.size('w') > 0;
  if (mayRedeal && queries.counter > 0) moves.push('redeal'); // ALH-8
  return moves;
}

/** The table after a legal move. */
export function slowPlay(table: SlowTable, move: string): SlowTable {
  const piles = new Map([...table.piles].map(([name, pile]) => [name, [...pile]]));
  const counters = [...table.counters];
  const take = (name: string) => piles.get(name)?.pop() ?? '';
  const put = (name: string, card: string) => piles.get(name)?.push(card);
  const size = (name: string) => piles.get(name)?.length ?? 0;

  if (move === 'redeal') {
    piles.set('s', [...(piles.get('w') ?? [])].reverse());
    piles.set('w', []);
    counters[0] = (counters[0] ?? 0) - 1;
  }
  if (move === 'deal' || move === 'redeal') {
    put('w', take('s'));
    return { variant: table.variant, piles, counters };
  }
  const [from = '', to = ''] = move.split('>');
  put(to, take(from));
  if (table.variant === 'sly-fox/standard') {
    const placed = counters[0] ?? 0;
    if (to.startsWith('r')) counters[0] = placed === -1 ? 1 : (placed + 1) % 20; // SLY-6
    const isOpening = placed === -1 && from.startsWith('r');
    if (isOpening && size(from) === 0 && size('s') > 0) put(from, take('s')); // SLY-5
  }
  if (table.variant === 'british-square/columns' && from.startsWith('t')) {
    const column = Number(from.slice(1));
    counters[column] = Math.max(0, Math.min(counters[column] ?? 0, size(from) - 1)); // BRI-2
  }
  return { variant: table.variant, piles, counters };
}

export function slowIsWon(table: SlowTable): boolean {
  const foundations = [...table.piles].filter(([name]) => name.startsWith('f'));
  const home = foundations.reduce((sum, [, pile]) => sum + pile.length, 0);
  const all = [...table.piles.values()].reduce((sum, pile) => sum + pile.length, 0);
  return home === all;
}

/** No legal move; in Sly Fox: none but transfers, now or after any transfers (SLY-14). */
export function slowIsStuck(table: SlowTable): boolean {
  if (slowIsWon(table)) return false;
  const seen = new Set<string>();
  const open = [table];
  for (let next = open.pop(); next; next = open.pop()) {
    const text = writeTable(next);
    if (seen.has(text)) continue;
    seen.add(text);
    for (const move of slowMoves(next)) {
      if (!/^f.*>f/.test(move)) return false;
      open.push(slowPlay(next, move));
    }
  }
  return true;
}
