/** What can be raced later: the recordings of a settled race or a closed daily, and a copy of their deal. */
import type {
  Answer,
  DailyKey,
  GhostField,
  GhostSource,
  LateResult,
  OpenedDeal,
  RaceSettings,
} from '@same-deal/protocol';
import type { Pack } from '@same-deal/engine';
import type { Clock } from '../clock.ts';
import type { Chance } from '../deal/chance.ts';
import { commitmentOf } from '../deal/commitment.ts';
import type { FixedDeal, Proof } from '../deal/draw-deal.ts';
import { courseAt } from '../play/course-of-play.ts';
import { GHOSTS_MOST, spread } from './ghosts.ts';
import { strengthOf } from './partners.ts';
import type { StoredRace } from './ports.ts';
import type { Recording, Recordings } from './recordings.ts';
import { completeSettings } from './settings.ts';
import { compareResults } from './standings.ts';

/** A play whose deal somebody has seen, or the race or daily that it is of. */
export type SeenDeal = GhostSource | { readonly playId: string };

export interface GhostStore {
  /** The deal of a race or a daily; of a copy the original. */
  dealOf(
    of: GhostSource,
  ): Promise<{ readonly id: string; readonly pack: Pack; readonly proof: Proof | null } | null>;
  /** The listed tries at a daily, the fastest first. */
  triesAt(daily: DailyKey): Promise<string[]>;
  /** What was played later on copies of that deal, the last first. */
  lateResults(dealId: string): Promise<LateResult[]>;
  /** Whether a person, or somebody merged into them, has played that deal or seen it. */
  hasSeen(personId: string, dealId: string): Promise<boolean>;
  noteSeen(personId: string, seen: SeenDeal, at: Date): Promise<void>;
}

export interface GhostSourcesOptions {
  readonly store: GhostStore;
  readonly clock: Clock;
  readonly chance: Pick<Chance, 'id' | 'salt'>;
  readonly recordings: Pick<Recordings, 'of'>;
  /** The race, settled if that is due. */
  readonly findRace: (code: string) => Promise<StoredRace | null>;
  /** The deal of a closed daily, or why it is not open. */
  readonly openedDaily: (daily: DailyKey) => Promise<Answer<OpenedDeal>>;
}

interface Found {
  readonly of: GhostSource;
  readonly settings: RaceSettings;
  /** At most ten recordings that replay. */
  readonly playIds: readonly string[];
}

/** As far as the order of late results needs it; their last card home is not kept. */
const lateFigures = (late: LateResult) => ({ ...late, cardsHomeAtMs: late.elapsedMs });

const resultOf = ({ course }: Recording) => courseAt(course, Infinity);

export type GhostSources = ReturnType<typeof createGhostSources>;

export function createGhostSources(options: GhostSourcesOptions) {
  const { store, clock, chance, recordings, findRace, openedDaily } = options;

  /** What is run against, or why it cannot be: its deal must be open. A ghost race leads to what it was run against. */
  async function findAll(of: GhostSource): Promise<Answer<Found & { records: Recording[] }>> {
    if ('race' in of) {
      const stored = await findRace(of.race);
      if (!stored) return { ok: false, error: { code: 'not-found', detail: 'race' } };
      const { ghostOf, settledAt, settings, start, order, players } = stored.race;
      if (ghostOf) return findAll(ghostOf);
      if (settledAt === null || !start) return { ok: false, error: { code: 'race-not-settled' } };
      // Equal ones stay in the order of their seats.
      const records = await recordings.of(players.flatMap(({ id }) => start.plays[id] ?? []));
      records.sort((a, b) => compareResults(resultOf(a), resultOf(b), order));
      const { variant, undo, capMinutes, proved, closing } = settings;
      const ofRace: RaceSettings = { variant, undo, capMinutes, proved, closing };
      return found({ race: stored.code }, records, ofRace);
    }
    const opened = await openedDaily(of.daily);
    if (!opened.ok) return opened;
    const records = await recordings.of(spread(await store.triesAt(of.daily), GHOSTS_MOST));
    return found(of, records, completeSettings({ variant: opened.data.variant, undo: 'bounded' }));
  }

  const found = (of: GhostSource, all: readonly Recording[], settings: RaceSettings) => {
    const records = spread(all, GHOSTS_MOST);
    const playIds = records.map(({ playId }) => playId);
    return { ok: true, data: { of, settings, playIds, records } } as const;
  };

  return {
    find: (of: GhostSource): Promise<Answer<Found>> => findAll(of),

    /** The same pack under a salt of its own: live until the race against the recordings has settled. */
    async copyDeal(of: GhostSource): Promise<FixedDeal> {
      const [opened, deal] = [await findAll(of), await store.dealOf(of)];
      if (!opened.ok || !deal) throw new Error('a deal that was open is not');
      const { variant } = opened.data.settings;
      const salt = chance.salt();
      const commitment = commitmentOf(salt, variant, deal.pack);
      const { id: copyOf, pack, proof } = deal;
      return { id: chance.id(), variant, pack, salt, commitment, proof, copyOf };
    },

    /** Whom one may race, and who has done so later. */
    async field(of: GhostSource, viewerId: string | null): Promise<Answer<GhostField>> {
      const opened = await findAll(of);
      if (!opened.ok) return opened;
      const { records, settings } = opened.data;
      const deal = await store.dealOf(opened.data.of);
      const late = deal ? await store.lateResults(deal.id) : [];
      return {
        ok: true,
        data: {
          of: opened.data.of,
          variant: settings.variant,
          ghosts: records.map((record) => {
            const { ending, cardsHome, moves, elapsedMs } = resultOf(record);
            const { playId, name, userId } = record;
            const partner = strengthOf(userId) ?? null;
            return { name, playId, ending, cardsHome, moves, elapsedMs, partner };
          }),
          known: viewerId !== null && deal !== null && (await store.hasSeen(viewerId, deal.id)),
          late: late.toSorted((a, b) => compareResults(lateFigures(a), lateFigures(b))),
        },
      };
    },

    /** Records that somebody has seen an opened deal other than by their own play. */
    noteSeen: (personId: string | undefined, seen: SeenDeal): Promise<void> =>
      personId === undefined
        ? Promise.resolve()
        : store.noteSeen(personId, seen, new Date(clock.now())),
  };
}
