import {
  enter,
  FACE_DOWN,
  gameList,
  legalMoves,
  mersenneDraw,
  newGame,
  openPlay,
  shuffledPack,
  standingMoves,
  turnedUpBy,
  unwrap,
  variantOf,
  viewOf,
} from '@same-deal/engine';
import type { Entry, Play, Position } from '@same-deal/engine';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { packedMove } from '../src/play/packed-past.ts';

const variants = gameList.flatMap(({ variants: all }) => all.map(({ id }) => id));

/** The play with packed moves after one more entry. */
const next = (play: Play, entry: Entry, turnedUp?: number) =>
  unwrap(enter(play, entry, turnedUp, packedMove));

/** All tables of a play, back to the deal. */
function tablesOf({ position, past }: Play): Position[] {
  const tables = [position];
  for (let step = past; step; step = step.past) tables.push(step.position);
  return tables;
}

test('a play with packed moves is the one with whole tables, whatever is taken back, on a view too', () => {
  fc.assert(
    fc.property(fc.constantFrom(...variants), fc.nat(), (variant, seed) => {
      const draw = mersenneDraw([seed]);
      const deal = unwrap(newGame(variant, shuffledPack(variantOf(variant).packs, draw)));
      let whole = openPlay(deal, 'free');
      let packed = whole;
      let seen = openPlay(viewOf(deal), 'free');
      const forward = () => {
        const moves = legalMoves(whole.position);
        const move = moves[draw(Math.max(0, moves.length - 1))];
        if (!move || whole.ending) return;
        const before = whole.position;
        whole = unwrap(enter(whole, move));
        packed = next(packed, move);
        seen = next(seen, move, turnedUpBy(before, move, whole.position));
      };
      const back = () => {
        if (!whole.past || whole.ending) return;
        whole = unwrap(enter(whole, 'undo'));
        [packed, seen] = [next(packed, 'undo'), next(seen, 'undo')];
      };
      for (let turn = 0; turn < 4; turn++) {
        for (let left = draw(40); left > 0; left--) forward();
        for (let left = draw(30); left > 0; left--) back();
      }
      forward();
      expect(tablesOf(packed)).toEqual(tablesOf(whole));
      expect(tablesOf(seen)).toEqual(tablesOf(whole).map(viewOf));
      expect(standingMoves(packed)).toEqual(standingMoves(whole));
      // Once more with all that is kept beside the tables.
      while (whole.past && !whole.ending) {
        expect(packed.past?.turnedUp).toBe(whole.past.turnedUp);
        expect(seen.past?.turnedUp ?? FACE_DOWN).toBe(whole.past.turnedUp ?? FACE_DOWN);
        back();
        expect(packed).toMatchObject({ homeSince: whole.homeSince, cardsHome: whole.cardsHome });
      }
    }),
    { numRuns: 60 },
  );
});
