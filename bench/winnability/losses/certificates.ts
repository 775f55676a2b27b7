/** The certificates in docs/winnability/losses.json, and the program that verifies one. */
import { isRowLost, suitGame, suitsNamed } from './alhambra.ts';
import { areChoicesLost } from './alhambra-choices.ts';
import { bisleyGame } from './bisley.ts';
import { columnsGame } from './british-square.ts';
import { closureOf } from './closure.ts';
import type { Closure, Game } from './closure.ts';

/** How a loss is proved; the games' files have the arguments. */
export type Proof =
  /** By a closed set of the game's own positions. */
  | ({ readonly proof: 'closure' } & Closure)
  /** Alhambra: by the row of these suits, such as `SH`, alone. */
  | { readonly proof: 'row'; readonly suits: string }
  /** Alhambra: by a closed set of positions of one suit alone. */
  | ({ readonly proof: 'suit'; readonly suits: string } & Closure)
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

const games: Readonly<Record<string, (text: string) => Game>> = {
  'bisley/thirteen': bisleyGame,
  'bisley/twelve': bisleyGame,
  'british-square/columns': columnsGame,
};

/** The game in which a certificate closes a set; undefined if it closes none. */
export function gameOf(
  variant: string,
  start: string,
  { proof, ...more }: Proof,
): Game | undefined {
  if (variant !== 'alhambra/standard')
    return proof === 'closure' ? games[variant]?.(start) : undefined;
  const [suit] = 'suits' in more ? suitsNamed(more.suits) : [];
  return proof === 'suit' && suit !== undefined && suit >= 0 ? suitGame(start, suit) : undefined;
}

/**
 * Verifies that a certificate proves its deal lost.
 * @param start the deal of its number, as text
 * @returns why it is refused; undefined if it is verified
 */
export function refusalOf(certificate: Certificate, start: string): string | undefined {
  const { variant } = certificate;
  if (certificate.start !== start) return 'this is another deal';
  if (certificate.proof === 'row') {
    if (variant !== 'alhambra/standard') return 'only Alhambra has a row';
    return isRowLost(start, suitsNamed(certificate.suits)) ? undefined : 'the row comes home';
  }
  if (certificate.proof === 'choices') {
    if (variant !== 'alhambra/standard') return 'only Alhambra has choices';
    return areChoicesLost(start) ? undefined : 'the choices come home';
  }
  const game = gameOf(variant, start, certificate);
  if (!game) return 'there is no such proof of this game';
  const closure = closureOf(game, certificate.positions);
  if (closure === 'won') return 'a win is reached';
  if (closure === 'too many') return 'the set is larger';
  const isSame =
    closure.positions === certificate.positions && closure.sha256 === certificate.sha256;
  return isSame ? undefined : `the set is another one: ${JSON.stringify(closure)}`;
}

const SUITS = ['C', 'S', 'H', 'D'];
/** Positions of a closed set of one suit. */
const MOST_POSITIONS = 200;

/**
 * A proof that a deal is lost.
 * @throws Error if there is none of these kinds
 */
export function proofOf(variant: string, start: string): Proof {
  if (variant !== 'alhambra/standard') {
    const closure = closureOf(
      gameOf(variant, start, { proof: 'closure', positions: 0, sha256: '' })!,
    );
    if (typeof closure === 'string') throw new Error(`${variant}: ${closure}`);
    return { proof: 'closure', ...closure };
  }
  const lost = SUITS.find((name) => isRowLost(start, suitsNamed(name)));
  if (lost !== undefined) return { proof: 'row', suits: lost };
  for (const [suit, name] of SUITS.entries()) {
    const closure = closureOf(suitGame(start, suit), MOST_POSITIONS);
    if (typeof closure === 'object') return { proof: 'suit', suits: name, ...closure };
  }
  if (areChoicesLost(start)) return { proof: 'choices' };
  throw new Error(`${variant}: no proof found`);
}
