/** Inviting somebody into one's lobby. */
import type { Answer, NewsOf } from '@same-deal/protocol';
import type { Clock } from '../clock.ts';
import type { NewNudge } from '../nudge/nudge.ts';
import { EMPTY_LIMIT_MS, isSeated, phaseOf } from '../race/race.ts';
import type { Person, Race } from '../race/race.ts';

export interface InvitationsOptions {
  readonly clock: Clock;
  readonly findRace: (code: string) => Promise<{ readonly race: Race } | null>;
  readonly haveMet: (a: string, b: string) => Promise<boolean>;
  readonly isBlocked: (by: string, id: string) => Promise<boolean>;
  readonly shownNameOf: (id: string) => Promise<string | null>;
  /** To all devices of a person, on every node. */
  readonly send: (personId: string, invitation: NewsOf<'race:invited'>) => void;
  readonly nudge: (cause: NewNudge) => Promise<void>;
  readonly onFault: (error: unknown) => void;
}

/** A person who sees it on a page within this time needs no nudge. */
const NUDGED_AFTER_MS = 15_000;

/** What nudges these people who are invited to a race. */
export const nudgeOfInvitation = (
  code: string,
  fromId: string,
  to: readonly string[],
  now: number,
): NewNudge => ({
  kind: 'invitation',
  subject: code,
  to,
  aboutId: fromId,
  now,
  dueAt: now + NUDGED_AFTER_MS,
  expiresAt: now + EMPTY_LIMIT_MS,
});

export type Invite = (
  from: Person,
  personId: string,
  code: string,
) => Promise<Answer<Record<string, never>>>;

/** Neither whether they are there nor whether they accept invitations is revealed to the sender. */
export function createInvite(options: InvitationsOptions): Invite {
  const { clock, findRace, haveMet, isBlocked, shownNameOf, send, nudge, onFault } = options;
  return async (from, personId, code) => {
    const found = await findRace(code);
    if (!found) return { ok: false, error: { code: 'not-found', detail: 'code' } };
    const { race } = found;
    if (phaseOf(race, clock.now()) !== 'open')
      return { ok: false, error: { code: 'race-not-open' } };
    if (!isSeated(race, from.id)) return { ok: false, error: { code: 'not-in-race' } };
    // Strangers cannot invite.
    if (!(await haveMet(from.id, personId)))
      return { ok: false, error: { code: 'not-found', detail: 'personId' } };
    if (!(await isBlocked(personId, from.id))) {
      const { id } = from;
      const name = (await shownNameOf(id)) ?? from.name;
      send(personId, { code, variant: race.settings.variant, from: { id, name } });
      await nudge(nudgeOfInvitation(code, id, [personId], clock.now())).catch(onFault);
    }
    return { ok: true, data: {} };
  };
}
