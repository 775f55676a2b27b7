/** What the link to a race, a replay or a daily tells before it is opened: nothing that the page would not tell anybody. */
import { findVariant, gameList, gameOf } from '@same-deal/engine';
import { dailyKey, playId, raceCode } from '@same-deal/protocol';
import type { RacePhase } from '@same-deal/protocol';
import type { Clock } from '../clock.ts';
import type { StoredDaily } from '../daily/dailies.ts';
import { dayOfText, phaseOf as dailyPhaseOf } from '../daily/days.ts';
import { figuresOf } from '../play/play-record.ts';
import type { PlayFigures, PlayRecord } from '../play/play-record.ts';
import { phaseOf } from '../race/race.ts';
import type { Race } from '../race/race.ts';
import { defaultPreview } from './tags.ts';
import type { Preview } from './tags.ts';

export interface PreviewsOptions {
  readonly clock: Pick<Clock, 'now'>;
  readonly findRace: (code: string) => Promise<{ readonly race: Race } | null>;
  readonly findPlays: (playIds: readonly string[]) => Promise<readonly PlayRecord[]>;
  /** Why a play is not open to everybody; null if it is. */
  readonly refusalToOpen: (
    record: PlayRecord,
    viewerId: null,
  ) => Promise<{ readonly code: string } | null>;
  readonly findDaily: (which: { day: number; game: string }) => Promise<StoredDaily | null>;
}

const races: Readonly<Record<RacePhase, string | undefined>> = {
  open: 'Take a seat: everyone gets the same cards in the same instant. No account needed.',
  countdown: 'It is about to start: come and watch.',
  running: 'It is under way: come and watch who brings most cards home.',
  settled: 'It is decided: see the standings, the deal and the replays.',
  expired: undefined,
};

const gameTitle = (game: string): string => gameList.find(({ id }) => id === game)?.title ?? game;

/** @returns what to say of a path; the default for whatever is unknown, and for all other pages */
export function createPreviews(options: PreviewsOptions) {
  const { clock, findRace, findPlays, refusalToOpen, findDaily } = options;

  async function ofRace(text: string): Promise<Preview | undefined> {
    const code = raceCode.safeParse(text);
    const stored = code.success ? await findRace(code.data) : null;
    if (!stored) return undefined;
    const description = races[phaseOf(stored.race, clock.now())];
    const game = gameOf(stored.race.settings.variant);
    return description === undefined
      ? undefined
      : { title: `${gameTitle(game)} race`, description, game };
  }

  async function ofReplay(text: string): Promise<Preview | undefined> {
    const id = playId.safeParse(text);
    const [record] = id.success ? await findPlays([id.data]) : [];
    if (!record) return undefined;
    const { variant, playerName } = record.header;
    const game = gameOf(variant);
    const closed = await refusalToOpen(record, null);
    if (closed?.code === 'deal-is-live') {
      const description = 'This deal is still being played; the replay opens when it is over.';
      return { title: `${gameTitle(game)} replay`, description, game };
    }
    if (closed) return undefined;
    return {
      title: `${playerName}’s ${gameTitle(game)}`,
      description: resultText(figuresOf(record), variant),
      game,
    };
  }

  async function ofDaily(day: string, game: string): Promise<Preview | undefined> {
    const key = dailyKey.safeParse({ day, game });
    const one = key.success ? await findDaily({ day: dayOfText(day), game }) : null;
    if (!one) return undefined;
    const isOver = dailyPhaseOf(one.day, clock.now()) === 'closed';
    return {
      title: `Daily ${gameTitle(game)}, ${day}`,
      description: isOver
        ? 'The day is over: see the boards and the replays, or practise on its deal.'
        : 'One deal for everyone, one ranked try a person. How far do you get?',
      game,
    };
  }

  return async function previewOf(path: string): Promise<Preview> {
    const [page, first, second, ...more] = path.split('/').slice(1).filter(Boolean);
    if (first === undefined || more.length > 0) return page === 'daily' ? dailies : defaultPreview;
    const isPair = second !== undefined;
    if (page === 'race' && !isPair) return (await ofRace(decoded(first))) ?? defaultPreview;
    if (page === 'replay' && !isPair) return (await ofReplay(first)) ?? defaultPreview;
    if (page === 'daily' && isPair) return (await ofDaily(first, second)) ?? defaultPreview;
    return defaultPreview;
  };
}

const dailies: Preview = {
  title: 'Dailies',
  description: 'Four games, one deal a day for everyone, one ranked try. How far do you get?',
};

function resultText({ ending, moves, elapsedMs, cardsHome }: PlayFigures, variant: string): string {
  const rules = findVariant(variant);
  const all = rules ? rules.packs * 52 - rules.dealtHome : cardsHome;
  return ending === 'won'
    ? `Won in ${minutesText(elapsedMs)} with ${moves} moves. Watch how.`
    : `${cardsHome} of ${all} cards home after ${moves} moves. Watch how.`;
}

/** Minutes and whole seconds, `12:34`. */
function minutesText(ms: number): string {
  const seconds = Math.floor(ms / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return '';
  }
}
