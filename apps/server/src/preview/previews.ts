/** The preview of a link to a race, a duplicate, a circle, a replay, a daily or a deal: nothing that the page would not show anybody. */
import { findVariant, gameList, gameOf } from '@same-deal/engine';
import type { Answer, CircleDoor } from '@same-deal/protocol';
import type { FastifyRequest } from 'fastify';
import {
  addressOf,
  circleCode,
  dailyKey,
  duplicateCode,
  playId,
  raceCode,
} from '@same-deal/protocol';
import { addressKey } from '../admission/address.ts';
import { openCounts } from '../admission/open-counts.ts';
import type { Clock } from '../clock.ts';
import type { StoredDaily } from '../daily/dailies.ts';
import { dayOfText, phaseOf as dailyPhaseOf } from '../daily/days.ts';
import { phaseOf as duplicatePhaseOf } from '../duplicate/duplicate.ts';
import type { Duplicate } from '../duplicate/duplicate.ts';
import { figuresOf } from '../play/play-record.ts';
import type { PlayFigures, PlayRecord } from '../play/play-record.ts';
import { phaseOf } from '../race/race.ts';
import type { Race } from '../race/race.ts';
import { defaultPreview } from './tags.ts';
import type { Preview } from './tags.ts';
import { wordsIn } from '../words/index.ts';
import type { ServiceWords } from '../words/service-words.ts';

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
  readonly findDuplicate: (code: string) => Promise<Duplicate | null>;
  /** Refuses whoever asks for too many that there are not. */
  readonly findCircle: (code: string, by: FastifyRequest) => Promise<Answer<CircleDoor>>;
}

/** For an address: what is replayed counts once it is there, and hundreds at once would count too late. */
const REPLAYED_AT_ONCE = 4;

const gameTitle = (game: string): string => gameList.find(({ id }) => id === game)?.title ?? game;

/** @returns what to say of a path in a language; the default for whatever is unknown, and for all other pages */
export function createPreviews(options: PreviewsOptions) {
  const { clock, findRace, findPlays, refusalToOpen, findDaily, findDuplicate, findCircle } =
    options;
  /** Plays that are being replayed, by the address that asked. */
  const replayed = openCounts();

  async function ofRace(text: string, words: ServiceWords): Promise<Preview | undefined> {
    const code = raceCode.safeParse(text);
    const stored = code.success ? await findRace(code.data) : null;
    if (!stored) return undefined;
    const phase = phaseOf(stored.race, clock.now());
    const game = gameOf(stored.race.settings.variant);
    return phase === 'expired'
      ? undefined
      : { title: words.race.title(gameTitle(game)), description: words.race.phases[phase], game };
  }

  async function ofReplay(
    text: string,
    words: ServiceWords,
    by: FastifyRequest,
  ): Promise<Preview | undefined> {
    const id = playId.safeParse(text);
    const address = addressKey(by.ip);
    if (!id.success || replayed.of(address) >= REPLAYED_AT_ONCE) return undefined;
    replayed.add(address, 1);
    const [record] = await findPlays([id.data]).finally(() => replayed.add(address, -1));
    if (!record) return undefined;
    by.entriesReplayed = record.play.entries;
    const { variant, playerName } = record.header;
    const game = gameOf(variant);
    const closed = await refusalToOpen(record, null);
    if (closed?.code === 'deal-is-live') {
      return { title: words.replay.title(gameTitle(game)), description: words.replay.live, game };
    }
    if (closed) return undefined;
    return {
      title: words.replay.titleOf(playerName, gameTitle(game)),
      description: resultText(figuresOf(record), variant, words),
      game,
    };
  }

  async function ofDaily(
    day: string,
    game: string,
    words: ServiceWords,
  ): Promise<Preview | undefined> {
    const key = dailyKey.safeParse({ day, game });
    const one = key.success ? await findDaily({ day: dayOfText(day), game }) : null;
    if (!one) return undefined;
    const isOver = dailyPhaseOf(one.day, clock.now()) === 'closed';
    return {
      title: words.daily.title(gameTitle(game), day),
      description: isOver ? words.daily.over : words.daily.open,
      game,
    };
  }

  async function ofDuplicate(text: string, words: ServiceWords): Promise<Preview | undefined> {
    const code = duplicateCode.safeParse(text);
    const one = code.success ? await findDuplicate(code.data) : null;
    if (!one) return undefined;
    const games = [...new Set(one.deals.map(({ variant }) => gameOf(variant)))];
    const title = words.duplicate.title(one.deals.length, games.map(gameTitle));
    const description = words.duplicate.phases[duplicatePhaseOf(one)];
    return { title, description, ...(games.length === 1 && games[0] ? { game: games[0] } : {}) };
  }

  /** What whoever has the link sees; nothing by a circle's id. */
  async function ofCircle(
    text: string,
    words: ServiceWords,
    by: FastifyRequest,
  ): Promise<Preview | undefined> {
    const code = circleCode.safeParse(text);
    const door = code.success ? await findCircle(code.data, by).catch(() => undefined) : undefined;
    if (!door?.ok) return undefined;
    return { title: words.circle.title(door.data.name), description: words.circle.about };
  }

  return async function previewOf(
    path: string,
    language: string,
    by: FastifyRequest,
  ): Promise<Preview> {
    const words = wordsIn(language);
    const found = addressOf(path);
    const [first = '', second = '', third = ''] = found?.values ?? [];
    const preview = await (() => {
      switch (found?.address) {
        case '/race/:code':
        case '/race/:code/ghosts':
        case '/race/:code/tables':
          return ofRace(first, words);
        case '/duplicate/:code':
          return ofDuplicate(first, words);
        case '/circle/:code':
          return ofCircle(first, words, by);
        case '/replay/:playId':
          return ofReplay(first, words, by);
        case '/daily':
          return { title: words.daily.all, description: words.daily.aboutAll };
        case '/daily/:day/:game':
          return ofDaily(first, second, words);
        case '/deal/:game/:form/:deal':
          return {
            title: words.deal.title(gameTitle(first)),
            description: words.deal.about,
            game: first,
          };
        case '/puzzles':
          return { title: words.puzzle.all, description: words.puzzle.aboutAll };
        case '/puzzles/:game/:kind/:number':
          return {
            title: words.puzzle.title(gameTitle(first), Number(third)),
            description: words.puzzle.about,
            game: first,
          };
        default:
          return undefined;
      }
    })();
    return preview ?? defaultPreview(words);
  };
}

function resultText(
  { ending, moves, elapsedMs, cardsHome }: PlayFigures,
  variant: string,
  { replay }: ServiceWords,
): string {
  const rules = findVariant(variant);
  const all = rules ? rules.packs * 52 - rules.dealtHome : cardsHome;
  return ending === 'won'
    ? replay.won(minutesText(elapsedMs), moves)
    : replay.notWon(cardsHome, all, moves);
}

/** Minutes and whole seconds, `12:34`. */
function minutesText(ms: number): string {
  const seconds = Math.floor(ms / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}
