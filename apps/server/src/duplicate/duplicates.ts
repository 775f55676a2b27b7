/** The shell around duplicates: opens them, lets people in, begins tries, and settles what is due on the first read. */
import { DUPLICATE_PLAYERS_MAX } from '@same-deal/protocol';
import type {
  Answer,
  DuplicateKey,
  DuplicateList,
  DuplicateSettings,
  DuplicateSnapshot,
  ErrorCode,
  OpenedDeal,
} from '@same-deal/protocol';
import type { Clock } from '../clock.ts';
import type { Chance } from '../deal/chance.ts';
import { toHex } from '../deal/commitment.ts';
import { drawPlayable, drawProved } from '../deal/draw-deal.ts';
import type { DrawDeal, FixedDeal, MayTakeProved, Taker } from '../deal/draw-deal.ts';
import { dueTries, isOver, rotation, tryCloses, windowEnd } from './duplicate.ts';
import type { Duplicate } from './duplicate.ts';
import { byUrgency, lineOf, snapshotOf } from './snapshot.ts';

/** A duplicate that is about to be. */
export interface NewDuplicate {
  readonly code: string;
  readonly openedBy: string;
  readonly circleId?: string | undefined;
  readonly undo: DuplicateSettings['undo'];
  readonly openedAt: number;
  readonly closesAt: number;
  readonly deals: readonly FixedDeal[];
}

export interface DuplicateStore {
  /**
   * With its deals and its opener's seat; false if the code is taken, `too-many` if they have opened as many as they may.
   */
  create(duplicate: NewDuplicate): Promise<boolean | 'too-many'>;
  /** The code of the same one, opened since then, in which nobody else sits and nobody has played; null if none is. */
  openedJustNow(
    like: Pick<NewDuplicate, 'openedBy' | 'circleId' | 'undo'> & {
      readonly days: number;
      readonly variants: readonly string[];
      readonly since: number;
    },
  ): Promise<string | null>;
  find(code: string): Promise<Duplicate | null>;
  /** Whether a person may open one more, as things are; `create` decides. */
  mayOpen(personId: string): Promise<boolean>;
  /** The codes of those in which a person takes part, and that are open or settled since then. */
  codesOf(personId: string, settledSince: number): Promise<readonly string[]>;
  /** All seats of a person, the last one first. */
  seatsOf(
    personId: string,
  ): Promise<
    readonly { readonly code: string; readonly joinedAt: Date; readonly openedByMe: boolean }[]
  >;
  /** A seat, unless it is over or so many sit there; sitting there already is no fault. */
  join(
    code: string,
    personId: string,
    now: number,
    limit: number,
  ): Promise<'joined' | 'full' | 'closed' | 'too-many'>;
  /** Begins the person's try at a deal, or finds it. */
  startTry(start: {
    readonly id: string;
    readonly duplicateId: string;
    readonly dealId: string;
    readonly personId: string;
    readonly startsAt: number;
    readonly closesAt: number;
  }): Promise<{ readonly playId: string } | 'closed' | 'not-in'>;
  /** Settles it once, if it is over as stored, under a lock that lets nobody join or begin meanwhile. */
  settle(code: string, isOver: (duplicate: Duplicate) => boolean, now: number): Promise<void>;
  /** Pack and salt; the caller has asked the gate (`isLive`). */
  dealOf(dealId: string): Promise<{ readonly pack: readonly number[]; readonly salt: Uint8Array }>;
}

export interface DuplicatesOptions {
  readonly store: DuplicateStore;
  readonly clock: Clock;
  readonly chance: Pick<Chance, 'id' | 'raceCode'>;
  readonly drawDeal: DrawDeal;
  /** A deal that was drawn and not used. */
  readonly giveBack: (deal: FixedDeal) => Promise<void>;
  readonly mayTakeProved: MayTakeProved;
  /** Ends tries whose time is up, and notifies the pages that have them open. */
  readonly endTries: (playIds: readonly string[]) => Promise<void>;
  readonly isBlocked: (blockerId: string, blockedId: string) => Promise<boolean>;
  readonly circles: {
    has(id: string, personId: string): Promise<boolean>;
    /** Notifies its people's pages. */
    changed(id: string): void;
  };
}

export type Duplicates = ReturnType<typeof createDuplicates>;

/** A list shows what was settled in the last days too. */
const LISTED_FOR_MS = 7 * 24 * 3_600_000;
/** Whoever got no answer asks again: within this time the same again is the same duplicate. */
const ASKED_AGAIN_MS = 120_000;
/** A new code collides once in a billion times. */
const CODES = 5;

const refuse = (code: ErrorCode, detail?: string): Answer<never> => ({
  ok: false,
  error: detail === undefined ? { code } : { code, detail },
});

export function createDuplicates(options: DuplicatesOptions) {
  const { store, clock, chance, giveBack, mayTakeProved, endTries } = options;
  const { isBlocked, circles } = options;

  /** The duplicate as it is now: what the clock has ended is ended, and what is over is settled. */
  async function find(code: string): Promise<Duplicate | null> {
    const found = await store.find(code);
    if (!found || found.settledAt !== null) return found;
    const due = dueTries(found, clock.now());
    if (due.length > 0) await endTries(due);
    const ended = due.length > 0 ? await store.find(code) : found;
    if (!ended || !isOver(ended, clock.now())) return ended;
    await store.settle(code, (one) => isOver(one, clock.now()), clock.now());
    return store.find(code);
  }

  return {
    find,

    /** Draws and fixes all its deals (P1), and seats the opener. */
    async create(
      { variants, deals, days, undo, circleId }: DuplicateSettings,
      taker: Taker,
      receivedAt: number,
    ): Promise<Answer<{ code: string }>> {
      const personId = taker.id;
      // Checked first, so that no deals are drawn in vain.
      if (circleId !== undefined && !(await circles.has(circleId, personId)))
        return refuse('not-found', 'circle');
      const asked = rotation(variants, deals);
      const before = await store.openedJustNow({
        ...{ openedBy: personId, circleId, undo, days, variants: asked },
        since: receivedAt - ASKED_AGAIN_MS,
      });
      if (before !== null) return { ok: true, data: { code: before } };
      if (!(await store.mayOpen(personId))) return refuse('too-many-duplicates');
      const drawn: FixedDeal[] = [];
      for (const variant of asked) {
        const draw = () => drawProved(options, variant, () => mayTakeProved([taker]));
        drawn.push(await drawPlayable(draw));
      }
      const closesAt = windowEnd(receivedAt, days);
      const value = {
        ...{ openedBy: personId, undo, circleId, closesAt, deals: drawn },
        openedAt: receivedAt,
      };
      for (let n = 1; n <= CODES; n++) {
        const code = chance.raceCode();
        const created = await store.create({ ...value, code });
        if (created === 'too-many') {
          for (const deal of drawn) await giveBack(deal);
          return refuse('too-many-duplicates');
        }
        if (!created) continue;
        if (circleId !== undefined) circles.changed(circleId);
        return { ok: true, data: { code } };
      }
      throw new Error('no free code for a duplicate');
    },

    async join(
      code: string,
      personId: string,
      receivedAt: number,
    ): Promise<Answer<Record<string, never>>> {
      const found = await find(code);
      if (!found) return refuse('not-found', 'code');
      const { openedBy, seats } = found;
      if (seats.some((seat) => seat.personId === personId)) return { ok: true, data: {} };
      // Nobody is told that they are blocked.
      if (openedBy !== null && (await isBlocked(openedBy, personId)))
        return refuse('duplicate-full');
      const joined = await store.join(code, personId, receivedAt, DUPLICATE_PLAYERS_MAX);
      if (joined === 'too-many') return refuse('duplicate-full');
      return joined === 'joined' ? { ok: true, data: {} } : refuse(`duplicate-${joined}`);
    },

    /** Begins the one try at a deal, or finds the one begun before. */
    async start(
      { code, deal: number }: DuplicateKey,
      personId: string,
      receivedAt: number,
    ): Promise<Answer<{ playId: string }>> {
      const found = await find(code);
      const deal = found?.deals.find((one) => one.number === number);
      if (!found || !deal) return refuse('not-found', found ? 'deal' : 'code');
      const begun = found.tries.find((one) => one.personId === personId && one.deal === number);
      if (begun) return { ok: true, data: { playId: begun.playId } };
      const closesAt = tryCloses(deal.variant, receivedAt, found.closesAt);
      const started = await store.startTry({
        id: chance.id(),
        duplicateId: found.id,
        dealId: deal.id,
        personId,
        startsAt: receivedAt,
        closesAt,
      });
      if (started === 'closed') return refuse('duplicate-closed');
      if (started === 'not-in') return refuse('not-in-duplicate');
      return { ok: true, data: started };
    },

    /** @param viewerId null for somebody who is not signed in */
    async snapshot(code: string, viewerId: string | null): Promise<Answer<DuplicateSnapshot>> {
      const found = await find(code);
      if (!found) return refuse('not-found', 'code');
      return { ok: true, data: snapshotOf(found, viewerId, clock.now()) };
    },

    /** Those of a person that are open, or were until some days ago. */
    async listOf(personId: string): Promise<DuplicateList> {
      const codes = await store.codesOf(personId, clock.now() - LISTED_FOR_MS);
      const found: Duplicate[] = [];
      // One after another: a person's list takes no more of the database than any other request.
      for (const code of codes) {
        const one = await find(code);
        if (one) found.push(one);
      }
      const lines = found.map((one) => lineOf(one, personId, clock.now()));
      return { duplicates: lines.sort(byUrgency) };
    },

    /** What anyone needs to check a deal of a closed duplicate (P1). */
    async openedDeal({ code, deal: number }: DuplicateKey): Promise<Answer<OpenedDeal>> {
      const found = await find(code);
      const deal = found?.deals.find((one) => one.number === number);
      if (!found || !deal) return refuse('not-found', found ? 'deal' : 'code');
      if (found.settledAt === null) return refuse('deal-is-live');
      const { pack, salt } = await store.dealOf(deal.id);
      const { variant, commitment } = deal;
      const opened = { variant, pack: [...pack], salt: toHex(salt), commitment: toHex(commitment) };
      return { ok: true, data: opened };
    },
  };
}
