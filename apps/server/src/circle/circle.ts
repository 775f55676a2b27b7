/**
 * A circle as a value: people who play the dailies together. Its changes are pure functions that answer with the new
 * circle, or the code of what stands in the way. Times in milliseconds since 1970 by the service's clock.
 */
import { ok, refuse } from '@same-deal/engine';
import type { Result } from '@same-deal/engine';
import { CIRCLE_MEMBERS_MAX } from '@same-deal/protocol';
import type { CircleWishes, ErrorCode } from '@same-deal/protocol';
import { dayOf } from '../daily/days.ts';

/** Days since 1970-01-01, in UTC: from the first one to the day before the other. */
export type Stay = readonly [first: number, before: number];

/** As they are stored. */
export const storedStays = (stays: readonly Stay[]): number[][] => stays.map((stay) => [...stay]);

export interface Member {
  readonly personId: string;
  /** The last time. */
  readonly joinedAt: number;
  /** Null of a member. */
  readonly leftAt: number | null;
  /** By the host; the link does not let them join again. */
  readonly removedAt: number | null;
  /** Before they joined the last time; what they played then counts. */
  readonly formerStays: readonly Stay[];
  readonly showsLane: boolean;
  readonly showsPresence: boolean;
}

export interface Circle {
  readonly id: string;
  readonly name: string;
  /** Of its link. */
  readonly code: string;
  /** A member; null where the host is nobody any more. */
  readonly hostId: string | null;
  /** Over for good: nothing of it is kept. */
  readonly isClosed: boolean;
  /** Those who have left among them; who joined first comes first. */
  readonly members: readonly Member[];
  /** Who has been asked to join. */
  readonly invited: readonly string[];
}

type Change = Result<Circle, ErrorCode>;

/**
 * The most members that one circle has, those included who have left and whose results count there, so that reads are
 * bounded; then who left first gives way. Whom the host has removed is not one of them.
 */
export const EVER_MEMBERS_MAX = 200;
/** Of those whom the host has removed: so many are kept, so that the link does not let them join again. */
export const REMOVED_KEPT = 100;

export const newMember = (personId: string, joinedAt: number): Member => ({
  personId,
  joinedAt,
  leftAt: null,
  removedAt: null,
  formerStays: [],
  showsLane: true,
  showsPresence: true,
});

export const membersOf = ({ members }: Pick<Circle, 'members'>): Member[] =>
  members.filter(({ leftAt }) => leftAt === null);

/** Whether they are in it now, and may see it. */
export const isMember = (circle: Circle, personId: string): boolean =>
  !circle.isClosed && membersOf(circle).some((member) => member.personId === personId);

/** Who joined first is host where there is none any more. */
export const hostOf = (circle: Circle): string | null =>
  membersOf(circle).some(({ personId }) => personId === circle.hostId)
    ? circle.hostId
    : (membersOf(circle)[0]?.personId ?? null);

/** The days on which they were in it: of each stay from that of joining to the one before that of leaving. */
const staysOf = ({ joinedAt, leftAt, formerStays }: Member): Stay[] => [
  ...formerStays,
  [dayOf(joinedAt), leftAt === null ? Infinity : dayOf(leftAt)],
];

/** Whether what they play on that UTC day counts; `staysOf` by one day, asked for each result. */
export const countsOn = ({ joinedAt, leftAt, formerStays }: Member, day: number): boolean =>
  (dayOf(joinedAt) <= day && (leftAt === null || day < dayOf(leftAt))) ||
  formerStays.some(([first, before]) => first <= day && day < before);

/** Their stays as far as they matter to days before this one; none where they have joined later. */
export const staysBefore = (member: Member, day: number): Stay[] =>
  staysOf(member).flatMap(([first, before]) =>
    first < day ? [[first, Math.min(before, day)]] : [],
  );

const replaced = (circle: Circle, member: Member): Circle => ({
  ...circle,
  members: circle.members.map((one) => (one.personId === member.personId ? member : one)),
});

/** Those of no day are left out: they would only grow in number. */
const staysSoFar = (former: Member): Stay[] =>
  staysOf(former).filter(([first, before]) => first < before);

/** Without who left first, where there is no place for one more. */
function withPlaceFor({ members }: Circle, former: Member | undefined): readonly Member[] {
  const ever = members.filter((one) => one.removedAt === null && one !== former);
  if (ever.length < EVER_MEMBERS_MAX) return members;
  const leftAt = (one: Member) => one.leftAt ?? Infinity;
  const first = ever.reduce((a, b) => (leftAt(b) < leftAt(a) ? b : a));
  return members.filter((one) => one !== first);
}

function seated(circle: Circle, personId: string, now: number): Change {
  if (isMember(circle, personId)) return ok(circle);
  const former = circle.members.find((one) => one.personId === personId);
  if (membersOf(circle).length >= CIRCLE_MEMBERS_MAX) return refuse('circle-full');
  const member = former
    ? { ...former, joinedAt: now, leftAt: null, removedAt: null, formerStays: staysSoFar(former) }
    : newMember(personId, now);
  // Joined last.
  const members = [...withPlaceFor(circle, former).filter((one) => one !== former), member];
  return ok({ ...circle, members, invited: circle.invited.filter((one) => one !== personId) });
}

/**
 * By the link.
 * @param isShutOut the host has blocked them, of which they are told nothing, or they have blocked the host
 */
export function join(circle: Circle, personId: string, now: number, isShutOut: boolean): Change {
  if (circle.isClosed) return refuse('not-found');
  if (isMember(circle, personId)) return ok(circle);
  if (isShutOut) return refuse('circle-full');
  const former = circle.members.find((one) => one.personId === personId);
  return former && former.removedAt !== null
    ? refuse('circle-removed')
    : seated(circle, personId, now);
}

/**
 * By an invitation of the host, which leads back too.
 * @param isShutOut as at `join`: since they were invited
 */
export function accept(circle: Circle, personId: string, now: number, isShutOut: boolean): Change {
  if (circle.isClosed) return refuse('not-found');
  if (isMember(circle, personId)) return ok(circle);
  if (!circle.invited.includes(personId)) return refuse('not-found');
  return isShutOut ? refuse('circle-full') : seated(circle, personId, now);
}

/** An invitation is not wanted. */
export const decline = (circle: Circle, personId: string): Change =>
  circle.invited.includes(personId)
    ? ok({ ...circle, invited: circle.invited.filter((one) => one !== personId) })
    : refuse('not-found');

/** A host who leaves hands on to the member who joined first; the last member closes it. */
export function leave(circle: Circle, personId: string, now: number): Change {
  if (!isMember(circle, personId)) return refuse('not-found');
  return ok(without(circle, personId, { leftAt: now, removedAt: null }));
}

function without(
  circle: Circle,
  personId: string,
  gone: Pick<Member, 'removedAt'> & { readonly leftAt: number },
): Circle {
  const member = circle.members.find((one) => one.personId === personId);
  const left = member ? replaced(circle, { ...member, ...gone }) : circle;
  const rest = membersOf(left);
  if (rest.length === 0) return { ...left, hostId: null, isClosed: true };
  return { ...left, hostId: hostOf(left) };
}

function asHost(circle: Circle, by: string, change: () => Change): Change {
  // A stranger is not told that there is such a circle.
  if (!isMember(circle, by)) return refuse('not-found');
  return hostOf(circle) === by ? change() : refuse('not-host');
}

/** No block keeps the host from removing somebody. */
export const remove = (circle: Circle, by: string, personId: string, now: number): Change =>
  asHost(circle, by, () => {
    if (personId === by) return refuse('forbidden');
    return isMember(circle, personId)
      ? ok(without(circle, personId, { leftAt: now, removedAt: now }))
      : refuse('not-found');
  });

/** @param avoided whom the host may not see, and so is not told to be in it */
export const handOn = (
  circle: Circle,
  by: string,
  personId: string,
  avoided: ReadonlySet<string>,
): Change =>
  asHost(circle, by, () =>
    isMember(circle, personId) && !avoided.has(personId)
      ? ok({ ...circle, hostId: personId })
      : refuse('not-found'),
  );

export const close = (circle: Circle, by: string): Change =>
  asHost(circle, by, () => ok({ ...circle, isClosed: true }));

export const rename = (circle: Circle, by: string, name: string): Change =>
  asHost(circle, by, () => ok(circle.name === name ? circle : { ...circle, name }));

/** The old link leads nowhere from then on. */
export const renew = (circle: Circle, by: string, code: string): Change =>
  asHost(circle, by, () => ok({ ...circle, code }));

/** What others see of a member there. */
export function wish(circle: Circle, personId: string, wishes: CircleWishes): Change {
  const member = membersOf(circle).find((one) => one.personId === personId);
  if (!member || circle.isClosed) return refuse('not-found');
  const { showsLane = member.showsLane, showsPresence = member.showsPresence } = wishes;
  if (showsLane === member.showsLane && showsPresence === member.showsPresence) return ok(circle);
  return ok(replaced(circle, { ...member, showsLane, showsPresence }));
}

/** Whether somebody has come back as another after the host had removed them. */
const hasComeBack = (removed: Member, other: Member): boolean =>
  removed.removedAt !== null && other.leftAt === null && other.joinedAt >= removed.removedAt;

/** Of two rows of one person, as after a merge, the one that remains: being somebody else for a while is no way back in. */
export function mergedMember(account: Member, guest: Member): Member {
  // What lasts longer goes on, of two that do the one that began first; the other's stay was one before.
  const [last, other] = [account, guest].sort(
    (a, b) => (b.leftAt ?? Infinity) - (a.leftAt ?? Infinity) || a.joinedAt - b.joinedAt,
  ) as [Member, Member];
  const both = {
    ...account,
    joinedAt: last.joinedAt,
    formerStays: [
      ...last.formerStays,
      ...(other.leftAt === null ? other.formerStays : staysSoFar(other)),
    ],
  };
  const gone = [
    [account, guest],
    [guest, account],
  ].find(([removed, other]) => hasComeBack(removed!, other!))?.[0];
  if (gone) {
    const { joinedAt, leftAt, removedAt } = gone;
    return { ...both, joinedAt, leftAt, removedAt };
  }
  const isIn = account.leftAt === null || guest.leftAt === null;
  return {
    ...both,
    leftAt: isIn ? null : Math.max(account.leftAt ?? 0, guest.leftAt ?? 0),
    removedAt: isIn ? null : (account.removedAt ?? guest.removedAt),
  };
}
