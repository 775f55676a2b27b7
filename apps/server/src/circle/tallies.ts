/** What a circle's tables are computed from: kept for the days that have closed, read for the others. */
import { boundedCache } from '../bounded-cache.ts';
import type { Clock } from '../clock.ts';
import { dayOf, lastClosedDay, mondayOf, weekOf } from '../daily/days.ts';
import { inSlices } from '../in-slices.ts';
import type { Steps } from '../in-slices.ts';
import { staysBefore } from './circle.ts';
import type { Member } from './circle.ts';
import { addDailies, emptyTally, summed, widened } from './points.ts';
import type { Tally } from './points.ts';
import type { CircleStore, CircleTries, StoredCircle } from './ports.ts';
import { everybody, openDailies } from './snapshot.ts';
import type { Reader } from './snapshot.ts';

/**
 * What stands for closed dailies of a circle is worked out anew after so long, as results may be voided later; whoever asks
 * then does not wait for it.
 */
const CLOSED_FOR_MS = 10 * 60_000;
/** Of tallies: those of some hundreds of full circles. */
const KEEP_BYTES = 16 * 2 ** 20;
/** Weeks before these are worked out for each reader: whoever leafs through years takes no other circle's place. */
const KEPT_WEEKS = 4;

/** Days since 1970-01-01; everything before the last one where there is no first one. */
interface Days {
  readonly first?: number;
  readonly before: number;
}

interface ClosedTally {
  /** Who counted when, as far as it matters: another one is worked out where this differs. */
  readonly of: string;
  readonly tally: Promise<Tally>;
  readonly until: number;
  readonly people: number;
}

interface TalliesOptions {
  readonly store: Pick<CircleStore, 'triesOf' | 'triesBefore'>;
  readonly clock: Clock;
  /** Called with faults in work that nobody waits for. */
  readonly onFault: (error: unknown) => void;
}

/** The first day whose dailies have not closed. */
export const firstOpenDay = (now: number): number => lastClosedDay(now) + 1;

export function createTallies({ store, clock, onFault }: TalliesOptions) {
  const closedTallies = boundedCache<ClosedTally>(
    KEEP_BYTES,
    ({ of, people }) => 2 * of.length + 4 * (2 * people ** 2 + people),
  );

  /** Of days that may be open: they show each reader something else. */
  async function openTally(
    stored: StoredCircle,
    reader: Reader,
    days: Required<Days>,
    now: number,
    known?: readonly CircleTries[],
  ): Promise<Tally> {
    const { first, before } = days;
    const people = everybody(stored);
    const sum = emptyTally(people);
    if (before <= first) return sum;
    const tries = known
      ? known.filter(({ day }) => day >= first && day < before)
      : await store.triesOf(people, first, before - 1);
    return addDailies(sum, stored.circle.members, openDailies(tries, reader.id, now));
  }

  /** Of everything before a day. */
  async function tallyBefore(members: readonly Member[], before: number): Promise<Tally> {
    const people = members.map(({ personId }) => personId);
    const all = await store.triesBefore(people, before);
    return inSlices(
      (function* (): Steps<Tally> {
        const sum = emptyTally(people);
        for (const [day, who, keys] of all) {
          const tries = who.map((n, index) => ({ personId: people[n]!, key: keys[index]! }));
          addDailies(sum, members, [{ day, tries }]);
          yield;
        }
        return sum;
      })(),
    );
  }

  async function tallyOf(members: readonly Member[], days: Days): Promise<Tally> {
    const { first, before } = days;
    if (first === undefined) return tallyBefore(members, before);
    const people = members.map(({ personId }) => personId);
    return addDailies(emptyTally(people), members, await store.triesOf(people, first, before - 1));
  }

  /** Of days that have closed: it is the same for all readers, and is kept, but for old weeks. */
  async function closedTally(stored: StoredCircle, days: Days): Promise<Tally> {
    const { first, before } = days;
    if (first !== undefined && first >= before) return emptyTally(everybody(stored));
    // Whoever joins or leaves after them changes nothing of it.
    const members = stored.circle.members.filter(
      (member) => staysBefore(member, before).length > 0,
    );
    const firstKept = mondayOf(weekOf(dayOf(clock.now())) - KEPT_WEEKS + 1);
    if (first !== undefined && first < firstKept)
      return widened(await tallyOf(members, days), everybody(stored));
    const of = JSON.stringify([
      before,
      members.map((member) => [member.personId, staysBefore(member, before)]),
    ]);
    const key = `${stored.circle.id} ${first ?? ''}`;
    const kept = closedTallies.get(key);
    if (kept?.of === of && clock.now() < kept.until)
      return widened(await kept.tally, everybody(stored));
    const tally = tallyOf(members, days);
    const until = clock.now() + CLOSED_FOR_MS;
    const keep = (what: Promise<Tally>) =>
      closedTallies.set(key, { of, tally: what, until, people: members.length });
    if (kept?.of === of) {
      keep(kept.tally);
      tally.then(() => keep(tally), onFault);
      return widened(await kept.tally, everybody(stored));
    }
    keep(tally);
    tally.catch(() => closedTallies.delete(key));
    return widened(await tally, everybody(stored));
  }

  /**
   * Of a week's dailies that are open to the reader.
   * @param now when the dailies that had closed by then have been settled; so for the others
   * @param known the tries of all days that have not closed, where they are read anyway
   */
  async function ofWeek(
    stored: StoredCircle,
    reader: Reader,
    week: number,
    now: number,
    known?: readonly CircleTries[],
  ): Promise<Tally> {
    const first = mondayOf(week);
    const closed = { first, before: Math.min(first + 7, firstOpenDay(now)) };
    const open = {
      first: Math.max(first, firstOpenDay(now)),
      before: Math.min(first + 7, dayOf(now) + 1),
    };
    return summed(
      ...(await Promise.all([
        closedTally(stored, closed),
        openTally(stored, reader, open, now, known),
      ])),
    );
  }

  /** Everything that has closed before this week. */
  const earlier = (now: number): { readonly before: number } => ({
    before: Math.min(mondayOf(weekOf(dayOf(now))), firstOpenDay(now)),
  });

  /** Of all dailies that are open to the reader. */
  async function ofAll(stored: StoredCircle, reader: Reader, now: number): Promise<Tally> {
    const { before } = earlier(now);
    const parts = await Promise.all([
      closedTally(stored, { before }),
      closedTally(stored, { first: before, before: firstOpenDay(now) }),
      openTally(stored, reader, { first: firstOpenDay(now), before: dayOf(now) + 1 }, now),
    ]);
    return summed(...parts);
  }

  /** Begins to work out what stands for everything before this week, which is read with all weeks. */
  const prepare = (stored: StoredCircle, now: number): void =>
    void closedTally(stored, earlier(now)).catch(onFault);

  return { ofWeek, ofAll, prepare };
}
