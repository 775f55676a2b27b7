/** The start of a race: its deal is drawn and committed, and the countdown begins (P1). */
import type { Answer } from '@same-deal/protocol';
import type { Clock } from '../clock.ts';
import type { Chance } from '../deal/chance.ts';
import { toHex } from '../deal/commitment.ts';
import { drawProved } from '../deal/draw-deal.ts';
import type { DrawDeal, FixedDeal, MayTakeProved, Taker } from '../deal/draw-deal.ts';
import type { GhostSources } from './ghost-sources.ts';
import type { Presence } from './presence.ts';
import type { RaceStore, StoredRace } from './ports.ts';
import * as quick from './quick.ts';
import * as rules from './race.ts';
import type { Fixed, Race } from './race.ts';

export interface StartingOptions {
  readonly store: Pick<RaceStore, 'start'>;
  readonly clock: Clock;
  readonly chance: Pick<Chance, 'id'>;
  readonly drawDeal: DrawDeal;
  /** A deal that was drawn and not used. */
  readonly giveBack: (deal: FixedDeal) => Promise<void>;
  readonly mayTakeProved: MayTakeProved;
  readonly ghosts: Pick<GhostSources, 'copyDeal'>;
  /** This node's present id in storage; see `cluster/node.ts`. */
  readonly nodeId: () => string;
  readonly load: (code: string) => Promise<StoredRace | null>;
  readonly publish: (stored: StoredRace) => Promise<void>;
  readonly presence: Pick<Presence, 'householdOf'>;
  readonly isPresentAt: (code: string) => (id: string) => boolean;
  /** Counts who is there. */
  readonly notePresence: (code: string) => Promise<void>;
}

/** The start of a race that nobody has to start. */
interface OwnStart {
  /** With only those who are in it from then on. */
  readonly race: Race;
  readonly begin: typeof rules.begin;
  /** Who may have so many races under way; null of a quick match. */
  readonly by: string | null;
}

/** Somebody else may change the race while its deal is drawn. */
const TRIES = 20;
/** Whoever has ten races under way may start another when one of them is over. */
const AGAIN_AFTER_MS = 60_000;

export function createStarting(options: StartingOptions) {
  const { store, clock, chance, presence, load, publish } = options;

  /** For one start: whether any of the players may have a proved deal. They are counted once, however often it is retried. */
  function provedDealFor(): (takers: readonly Taker[]) => Promise<boolean> {
    let asked: Promise<boolean> | undefined;
    return (takers) => (asked ??= options.mayTakeProved(takers));
  }

  /**
   * Whom a start may surprise.
   * @param starter who has just pressed the button
   */
  function toNudge(code: string, { players }: Race, starter: string | null) {
    const others = players.filter((one) => rules.isPerson(one) && one.id !== starter);
    const ids = others.map(({ id }) => id);
    const isPresent = options.isPresentAt(code);
    return { absent: ids.filter((id) => !isPresent(id)), present: ids.filter(isPresent) };
  }

  /** Draws a deal, and says what of it is fixed at the start (P1). */
  async function drawFor(race: Race, mayBeProved: () => Promise<boolean>) {
    const { settings, players, ghostOf } = race;
    const { variant, proved } = settings;
    const deal = ghostOf
      ? await options.ghosts.copyDeal(ghostOf)
      : proved
        ? await drawProved(options, variant, mayBeProved)
        : await options.drawDeal(variant, 'unproved race');
    const fixed: Fixed = {
      dealId: deal.id,
      commitment: toHex(deal.commitment),
      difficulty: deal.proof?.difficulty ?? null,
      plays: Object.fromEntries(players.map(({ id }) => [id, chance.id()])),
      node: options.nodeId(),
    };
    return { deal, fixed };
  }

  /**
   * Starts a race that nobody has to start.
   * @param dueNow who is in it, how it begins and whose start it counts as; undefined if it is not time for it
   */
  async function startByItself(
    code: string,
    dueNow: (stored: StoredRace) => OwnStart | undefined,
  ): Promise<void> {
    const mayBeProved = provedDealFor();
    for (let n = 0; n < TRIES; n++) {
      const stored = await load(code);
      const due = stored && dueNow(stored);
      if (!due) return;
      const { race, begin, by } = due;
      const takers = race.players
        .filter(rules.isPerson)
        .map(({ id }) => ({ id, address: presence.householdOf(code, id) }));
      const { deal, fixed } = await drawFor(race, () => mayBeProved(takers));
      const started = begin(race, fixed, clock.now());
      const { absent, present } = toNudge(code, race, null);
      const outcome = started.ok
        ? await store.start(stored, started.value, deal, by, absent, present)
        : null;
      if (outcome && outcome !== 'too-many') return publish(outcome);
      await options.giveBack(deal);
      // Too few are there: they are counted again.
      if (!started.ok) return options.notePresence(code);
      // Its host has too many under way, and is told so when starting it.
      if (outcome === 'too-many') return;
    }
  }

  return {
    /** The host starts the race. */
    async start(code: string, taker: Taker): Promise<Answer<unknown>> {
      const by = taker.id;
      const mayBeProved = provedDealFor();
      for (let n = 0; n < TRIES; n++) {
        const stored = await load(code);
        if (!stored) return { ok: false, error: { code: 'not-found', detail: 'code' } };
        const { race } = stored;
        const rejection = rules.startRejection(race, by, clock.now());
        if (rejection) return { ok: false, error: { code: rejection } };
        const { deal, fixed } = await drawFor(race, () => mayBeProved([taker]));
        const started = rules.startRace(race, by, fixed, clock.now());
        const { absent, present } = toNudge(code, race, by);
        const outcome = started.ok
          ? await store.start(stored, started.value, deal, by, absent, present)
          : null;
        if (outcome && outcome !== 'too-many') {
          await publish(outcome);
          return { ok: true, data: {} };
        }
        await options.giveBack(deal);
        if (!started.ok) return { ok: false, error: { code: started.reason } };
        if (outcome === 'too-many') {
          const retryAfterMs = AGAIN_AFTER_MS;
          return { ok: false, error: { code: 'too-many-requests', retryAfterMs } };
        }
      }
      return { ok: false, error: { code: 'unavailable', detail: 'too many changes at once' } };
    },

    /** A quick match that is due starts by itself, with those who are there. */
    startQuick: (code: string): Promise<void> =>
      startByItself(code, ({ race }) => {
        const isPresent = options.isPresentAt(code);
        if (!quick.isDue(race, isPresent, clock.now())) return undefined;
        return { race: quick.withoutAbsent(race, isPresent), begin: quick.startQuick, by: null };
      }),

    /** A rematch for which all are ready starts by itself; it counts as its host's start. */
    startRematch: (code: string): Promise<void> =>
      startByItself(code, ({ race, asked }) =>
        rules.isComplete(race, asked, options.isPresentAt(code), clock.now())
          ? { race, begin: rules.begin, by: race.hostId }
          : undefined,
      ),
  };
}
