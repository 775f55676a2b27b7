/** What cannot be searched is refused with a code, and every search ends. */
import {
  mersenneDraw,
  newGame,
  parsePosition,
  shuffledPack,
  unwrap,
  viewOf,
} from '@same-deal/engine';
import type { Position } from '@same-deal/engine';
import { describe, expect, it } from 'vitest';
import { firstLost, shorten, solve } from '../src/index.ts';
import { plainBeam, plainSearch } from '../src/yardstick/index.ts';

const dealOf = (variant: string, packs: 1 | 2, seed = 1): Position =>
  unwrap(newGame(variant, shuffledPack(packs, mersenneDraw([seed]))));
const twoDecks = [
  'sly-fox/standard',
  'british-square/piles',
  'british-square/columns',
  'british-square/union',
  'alhambra/standard',
];

describe('solve and firstLost refuse', () => {
  it.each(twoDecks)('a view of %s: nobody can search what is face down', (variant) => {
    const refused = { ok: false, reason: { code: 'face-down', at: 's' } };
    expect(solve(viewOf(dealOf(variant, 2)))).toEqual(refused);
    expect(firstLost(viewOf(dealOf(variant, 2)), [])).toEqual(refused);
  });

  it('BRI-16: a base above its pile, with everything home but one two and one ace', () => {
    const up = (suit: string) => [...'A23456789TJQK'].map((rank) => rank + suit).join('');
    const down = (suit: string) => [...'KQJT98765432A'].map((rank) => rank + suit).join('');
    const full = ['S', 'H', 'D'].map((suit) => up(suit) + down(suit));
    const text = (base: number) =>
      [up('C') + down('C').slice(0, -4), ...full, 'AC2C', '', '', '', '', ''].join('|') +
      ` ${base},0,0,0`;
    const columns = 'british-square/columns';
    const lying = unwrap(parsePosition(columns, text(1)));
    expect(unwrap(solve(lying))).toMatchObject({ verdict: 'won', moves: { length: 2 } });
    const reason = { code: 'broken-invariant', at: 'BRI-16' };
    expect(parsePosition(columns, text(3))).toEqual({ ok: false, reason });
    expect(solve({ ...lying, counters: [3, 0, 0, 0] })).toEqual({ ok: false, reason });
  });

  it('a card twice, a pile too few, a variant that is none', () => {
    const deal = dealOf('bisley/thirteen', 1);
    const codeOf = (position: Position) => {
      const solved = solve(position);
      return solved.ok ? undefined : solved.reason.code;
    };
    expect(codeOf({ ...deal, piles: deal.piles.slice(1) })).toBe('wrong-number-of-piles');
    expect(codeOf({ ...deal, piles: deal.piles.with(8, [0, 1, 2]) })).toBe('wrong-cards');
    expect(codeOf({ ...deal, variant: 'klondike' })).toBe('no-such-variant');
  });

  it('a log that does not replay, naming the entry', () => {
    const deal = dealOf('bisley/thirteen', 1);
    expect(firstLost(deal, [{ from: 0, to: 1 }])).toEqual({
      ok: false,
      reason: { code: 'illegal-entry', number: 1, rejection: 'no-such-route' },
    });
    expect(firstLost(deal, ['undo'])).toEqual({
      ok: false,
      reason: { code: 'illegal-entry', number: 1, rejection: 'nothing-to-undo' },
    });
  });
});

describe('shorten refuses', () => {
  const deal = dealOf('bisley/thirteen', 1);

  it('moves that do not win: none of them can be called the shortest', () => {
    const win = unwrap(solve(deal)).moves;
    expect(win.length).toBeGreaterThan(3);
    for (const moves of [win.slice(0, 3), win.slice(0, -1)]) {
      expect(shorten(deal, moves)).toEqual({ ok: false, reason: { code: 'not-a-win' } });
    }
    const reason = { code: 'illegal-entry', number: 2, rejection: 'no-such-pile' };
    const illegal = win.with(1, { from: 99, to: 0 });
    expect(shorten(deal, illegal)).toEqual({ ok: false, reason });
    // Nothing follows a win.
    expect(shorten(deal, [...win, { from: 0, to: 1 }]).ok).toBe(false);
  });

  it('what solve refuses', () => {
    const [variant = ''] = twoDecks;
    const shown = viewOf(dealOf(variant, 2));
    expect(shorten(shown, [])).toEqual({ ok: false, reason: { code: 'face-down', at: 's' } });
    const unknown = { ...deal, variant: 'klondike' };
    const reason = { code: 'no-such-variant', at: 'klondike' };
    expect(shorten(unknown, [])).toEqual({ ok: false, reason });
  });
});

describe('every search ends', () => {
  it.each(['bisley/thirteen', ...twoDecks])(
    'of %s at its memory bound, however long it may take',
    (variant) => {
      const deal = dealOf(variant, variant.startsWith('bisley') ? 1 : 2, 2);
      const memoryBytes = 2 ** 15;
      expect(['won', 'lost', 'undecided']).toContain(
        unwrap(solve(deal, { memoryBytes, shouldStop: () => false })).verdict,
      );
      if (!variant.startsWith('bisley')) plainBeam(deal, { memoryBytes, shouldStop: () => false });
      plainSearch(deal, { memoryBytes, shouldStop: () => false });
    },
  );
});
