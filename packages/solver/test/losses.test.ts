/** Certificates of lost deals, and the second program that verifies them, against brute force by the engine's rules. */
import { createHash } from 'node:crypto';
import { formatPosition, legalMoves, mersenneDraw, playMove, unwrap } from '@same-deal/engine';
import type { Position } from '@same-deal/engine';
import { describe, expect, it } from 'vitest';
import { firstSeed, scaled } from '../../../tools/scale.ts';
import { bisleyGame } from '../../../bench/winnability/losses/bisley.ts';
import { columnsGame } from '../../../bench/winnability/losses/british-square.ts';
import { gameOf, refusalOf } from '../../../bench/winnability/losses/certificates.ts';
import type { Certificate } from '../../../bench/winnability/losses/certificates.ts';
import { closureOf, isClosed } from '../../../bench/winnability/losses/closure.ts';
import { FOLDER, loadCertificates } from '../../../bench/winnability/losses/kept.ts';
import { PLAN } from '../../../bench/winnability/plan.ts';
import { dealAt } from '../../../bench/winnability/search.ts';
import { load, tally, verdictOf } from '../../../bench/winnability/verdicts.ts';
import { endgames, randomGame } from './endgames.ts';

const games = {
  'bisley/thirteen': bisleyGame,
  'bisley/twelve': bisleyGame,
  'british-square/columns': columnsGame,
};
const ALHAMBRA = 'alhambra/standard';
const certified = [...Object.keys(games), ALHAMBRA];
const certificates = loadCertificates();
const startOf = ({ variant, deal }: Certificate) => formatPosition(dealAt(variant, deal));

describe.each(Object.entries(games))('%s, closed by the second program', (variant, gameFrom) => {
  it('closes a set exactly where brute force finds no win', () => {
    const count = scaled(10, 250);
    const positions = endgames({ variant, won: count, lost: count, seed: 71 + firstSeed });
    for (const { position, isWinnable } of positions) {
      const game = gameFrom(formatPosition(position));
      // A win may lie beyond so many positions, but no set is closed before it.
      const isClosed = typeof closureOf(game, 1000) === 'object';
      if (isClosed === isWinnable) expect.fail(formatPosition(position));
    }
  });

  it('moves as the engine does', () => {
    const draw = mersenneDraw([73 + firstSeed]);
    const keyOf = (position: Position) => gameFrom(formatPosition(position)).start;
    let moves = 0;
    for (let n = 0; n < scaled(4, 100); n++) {
      for (const position of randomGame(variant, draw, 1)) {
        const game = gameFrom(formatPosition(position));
        const children = legalMoves(position).map((move) => unwrap(playMove(position, move)));
        const expected = new Set(children.map(keyOf));
        // What can go home in Bisley is home already, in positions of the second program.
        if (expected.has(game.start)) continue;
        expect(new Set(game.next(game.start))).toEqual(expected);
        moves += expected.size;
      }
    }
    expect(moves).toBeGreaterThan(50);
  });
});

it('twenty lost deals of every variant that has any are certified, five of the hardest quarter', () => {
  for (const { variant } of PLAN) {
    const verdicts = load(FOLDER, variant, 0);
    const own = certificates.filter((certificate) => certificate.variant === variant);
    expect([variant, own.length]).toEqual([variant, tally(verdicts).lost > 0 ? 20 : 0]);
    expect(new Set(own.map(({ deal }) => deal)).size).toBe(own.length);
    for (const { deal } of own) expect([deal, verdictOf(verdicts, deal)]).toEqual([deal, 'lost']);
    if (own.length > 0) expect(own.filter(({ isHard }) => isHard).length).toBe(5);
  }
});

/** The work of verifying a certificate, roughly. */
const workOf = (certificate: Certificate): number =>
  'positions' in certificate ? certificate.positions : 1000;

/** The start of some deals is lost by kinder rules already. */
const isLostAtOnce = (one: Certificate): boolean => 'positions' in one && one.positions === 1;

describe.each(certified)('the certificates of %s', (variant) => {
  const own = certificates
    .filter((certificate) => certificate.variant === variant)
    .toSorted((a, b) => workOf(a) - workOf(b));
  // The whole is a part of the night: `pnpm winnability losses`.
  const atOnce = own.filter(isLostAtOnce).slice(0, 2);
  const larger = own.filter((one) => !isLostAtOnce(one)).slice(0, 5 - atOnce.length);
  const small = [...atOnce, ...larger];

  it('are verified, five of the smallest', () => {
    expect(small.map((certificate) => refusalOf(certificate, startOf(certificate)))).toEqual(
      small.map(() => undefined),
    );
  });

  it('are refused when forged: another deal, a deal that is won, a changed card, a dropped position, another proof', () => {
    const [one, other] = larger;
    if (!one || !other) throw new Error('nothing to forge');
    const isWon = load(FOLDER, variant, 0);
    const won = Array.from({ length: 100 }, (_, n) => n + 1).find(
      (deal) => verdictOf(isWon, deal) === 'won',
    );
    const forged: Certificate[] = [
      { ...one, start: other.start },
      { ...one, deal: other.deal },
      { ...one, start: withChangedCard(one.start) },
      variant === ALHAMBRA
        ? { ...headOf(one), proof: 'closure', positions: 1, sha256: '0'.repeat(64) }
        : { ...headOf(one), proof: 'choices' },
    ];
    if (won !== undefined) {
      forged.push({ ...one, deal: won, start: formatPosition(dealAt(variant, won)) });
    }
    if ('positions' in one) {
      forged.push({ ...one, positions: one.positions + 1 }, { ...one, sha256: '0'.repeat(64) });
      const list: string[] = [];
      closureOf(gameOf(variant, one.start)!, Infinity, (position) => list.push(position));
      for (const left of [0, list.length >> 1, list.length - 1]) {
        const sha256 = sha256Of(list.toSpliced(left, 1));
        forged.push({ ...one, positions: list.length - 1, sha256 }, { ...one, sha256 });
      }
      expect(sha256Of(list)).toBe(one.sha256);
      if ('positions' in other) {
        const { positions, sha256 } = other;
        forged.push({ ...one, positions, sha256 });
      }
    }
    for (const certificate of forged) {
      expect(refusalOf(certificate, startOf(certificate))).toBeDefined();
    }
  });
});

const sha256Of = (list: readonly string[]): string =>
  createHash('sha256')
    .update(list.map((position) => `${position}\n`).join(''))
    .digest('hex');

/** A certificate without its proof. */
const headOf = ({ variant, deal, isHard, start }: Certificate) => ({
  variant,
  deal,
  isHard,
  start,
});

/** A deal with two neighbouring cards of the last pile that has two exchanged. */
function withChangedCard(start: string): string {
  const changed = start.replace(/([^|]{2})([^|]{2})(?=[^|]*$)/, '$2$1');
  expect(changed).not.toBe(start);
  return changed;
}

it('a list with a position left out is not closed, nor one without the start', () => {
  const closed = certificates.flatMap((certificate) => {
    const game = gameOf(certificate.variant, certificate.start);
    return game && 'positions' in certificate && certificate.positions < 5000
      ? [{ game, certificate }]
      : [];
  });
  expect(closed.length).toBeGreaterThan(5);
  for (const { game } of closed.slice(0, 8)) {
    const list: string[] = [];
    closureOf(game, Infinity, (position) => list.push(position));
    expect(isClosed(game, list)).toBe(true);
    for (const left of [0, list.length >> 1, list.length - 1]) {
      expect(isClosed(game, list.toSpliced(left, 1))).toBe(false);
    }
  }
});
