/** The certificates in docs/winnability/losses.json, and the program that verifies one. */
import { areChoicesLost } from './alhambra.ts';
import { bisleyGame } from './bisley.ts';
import { columnsGame } from './british-square.ts';
import { closureOf } from './closure.ts';
import type { Closure, Game } from './closure.ts';

/** How a loss is proved; the games' files have the arguments. */
export type Proof =
  /** By a closed set of the game's own positions. */
  | ({ readonly proof: 'closure' } & Closure)
  /** Alhambra: however equal cards are shared and reserve cards leave their piles. */
  | { readonly proof: 'choices' };

export type Certificate = Proof & {
  readonly variant: string;
  /** The deal's number. */
  readonly deal: number;
  /** Whether it was drawn from the quarter of lost deals that took the solver most positions. */
  readonly isHard: boolean;
  /** The deal as text, in the form of the recorded rules. */
  readonly start: string;
};

const ALHAMBRA = 'alhambra/standard';
const games: Readonly<Record<string, (text: string) => Game>> = {
  'bisley/thirteen': bisleyGame,
  'bisley/twelve': bisleyGame,
  'british-square/columns': columnsGame,
};

/** The game in which a certificate closes a set; undefined if it closes none. */
export const gameOf = (variant: string, start: string): Game | undefined => games[variant]?.(start);

/**
 * Verifies that a certificate proves its deal lost.
 * @param start the deal of its number, as text
 * @returns why it is refused; undefined if it is verified
 */
export function refusalOf(certificate: Certificate, start: string): string | undefined {
  const { variant } = certificate;
  if (certificate.start !== start) return 'this is another deal';
  if (certificate.proof === 'choices') {
    if (variant !== ALHAMBRA) return 'only Alhambra has choices';
    return areChoicesLost(start) ? undefined : 'the choices come home';
  }
  const game = gameOf(variant, start);
  if (!game) return 'there is no such proof of this game';
  const closure = closureOf(game, certificate.positions);
  if (closure === 'won') return 'a win is reached';
  if (closure === 'too many') return 'the set is larger';
  const isSame =
    closure.positions === certificate.positions && closure.sha256 === certificate.sha256;
  return isSame ? undefined : `the set is another one: ${JSON.stringify(closure)}`;
}

/**
 * A proof that a deal is lost.
 * @throws Error if there is none of these kinds
 */
export function proofOf(variant: string, start: string): Proof {
  if (variant === ALHAMBRA) {
    if (areChoicesLost(start)) return { proof: 'choices' };
    throw new Error(`${variant}: the choices come home`);
  }
  const game = gameOf(variant, start);
  const closure = game ? closureOf(game) : 'no game';
  if (typeof closure === 'string') throw new Error(`${variant}: ${closure}`);
  return { proof: 'closure', ...closure };
}
