/** The first table of each game says its key rule, and points out what can be done, pile by pile: four hints, never again. */
import { gameList, packOf, playMove, viewOf } from '@same-deal/engine';
import { expect, test } from 'vitest';
import { hintKinds, kindOf, nextHint } from './first-hints.ts';
import type { HintKind } from './first-hints.ts';

const variants = gameList.flatMap((game) => game.variants);

test.each(variants.map((rules) => [rules.id, rules] as const))(
  '%s has its key rule and three hints, each of a move that its table allows',
  (_, rules) => {
    expect(new Set(hintKinds(rules)).size).toBe(4);
    const pack = packOf('1', rules.packs);
    if (!pack.ok) throw new Error();
    const position = viewOf(rules.deal(pack.value));
    const given: HintKind[] = [];
    for (;;) {
      const hint = nextHint(rules, position, given);
      if (!hint) break;
      expect(hintKinds(rules)).toContain(hint.kind);
      expect(given).not.toContain(hint.kind);
      if (hint.at && hint.kind !== 'look') {
        expect(kindOf(rules, hint.at)).toBe(hint.kind);
        expect(playMove(position, hint.at).ok).toBe(true);
      }
      given.push(hint.kind);
    }
    expect(given.length).toBeGreaterThan(0);
  },
);

test('what has been done needs no hint', () => {
  const [rules] = variants;
  const pack = packOf('1', 1);
  if (!rules || !pack.ok) throw new Error();
  const position = rules.deal(pack.value);
  expect(nextHint(rules, position, hintKinds(rules))).toBeUndefined();
});
