/**
 * Sparring partners: seats that the computer plays. Each strength is one player, so that a race has at most one of
 * each; who they are follows from the id alone, and everything that counts for people leaves them out.
 */
import { STAND_INS } from '@same-deal/protocol';
import type { Strength } from '@same-deal/protocol';

interface Partner {
  readonly id: string;
  readonly name: string;
}

export const partners: Readonly<Record<Strength, Partner>> = {
  1: { id: 'partner-1', name: STAND_INS.easygoing },
  2: { id: 'partner-2', name: STAND_INS.steady },
  3: { id: 'partner-3', name: STAND_INS.strong },
};

const STRENGTHS: ReadonlyMap<string, Strength> = new Map(
  ([1, 2, 3] as const).map((strength) => [partners[strength].id, strength]),
);

/** How strong a player is who is no person; undefined of people. */
export const strengthOf = (id: string): Strength | undefined => STRENGTHS.get(id);

export const isPartner = (id: string): boolean => STRENGTHS.has(id);
