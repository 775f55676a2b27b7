/** A race as everyone may see it. */
import { z } from 'zod';
import { dailyKey, milliseconds, playerId, playId, variantId } from './ids.ts';

export const PLAYERS_MAX = 10;
export const PLAYERS_MIN = 2;
export const CAP_MINUTES = { min: 5, max: 120 } as const;
export const COUNTDOWN_MS = 5000;

/** `bounded`: not past a turned-up stock card. */
export const raceUndo = z.enum(['bounded', 'none']);

/** `quarter`: a quarter of the winner's time, at least 30 seconds. */
export const raceClosing = z.enum(['none', 'quarter']);
export const CLOSING_LEAST_MS = 30_000;

/** Whoever has more points at the end of so many races wins the series. */
export const SERIES_LENGTHS = [3, 5, 7] as const;
export const SERIES_VARIANTS_MAX = 4;
export const raceSeries = z.object({
  bestOf: z.literal(SERIES_LENGTHS),
  /** What its races are of, in turn. */
  variants: z.array(variantId).min(1).max(SERIES_VARIANTS_MAX),
});
export type RaceSeries = z.infer<typeof raceSeries>;

export const raceSettings = z.object({
  variant: variantId,
  undo: raceUndo,
  capMinutes: z.int().min(CAP_MINUTES.min).max(CAP_MINUTES.max),
  /** Whether the deal is to be one proved winnable, where one is ready. */
  proved: z.boolean().default(true),
  /** How long the others have once the first person has won; left out, as long as without it. */
  closing: raceClosing.optional(),
  /** Whether it counts in the ratings of those who have an account. */
  rated: z.boolean().optional(),
  /** The race is one of a series; from its second race on that stays as it is. */
  series: raceSeries.nullish(),
  /** Watchers, and those who are done, see all tables while it runs. Never rated. */
  openTables: z.boolean().optional(),
  /** Whether it stands in the public list of races that anyone may watch. */
  listed: z.boolean().optional(),
});
export type RaceSettings = z.infer<typeof raceSettings>;

/** What can be said at a race, by its name; each page has its own words for it. */
export const phrases = [
  'hello',
  'good-luck',
  'well-played',
  'close-one',
  'oops',
  'thanks',
  'again',
  'bye',
] as const;
export const phrase = z.enum(phrases);
export type Phrase = z.infer<typeof phrase>;

export const racePhase = z.enum(['open', 'countdown', 'running', 'settled', 'expired']);
export type RacePhase = z.infer<typeof racePhase>;

/** How a play ended: by the cards, by the player, or by the clock. */
export const playEnding = z.enum(['won', 'conceded', 'stuck', 'cap']);
export type PlayEnding = z.infer<typeof playEnding>;

/** How far a player is. While the race runs this is all that others learn of a table. */
export const progress = z.object({
  /** 1 for the leader; equal results share a place. */
  place: z.int().min(1),
  cardsHome: z.int(),
  moves: z.int(),
  undos: z.int(),
  ending: playEnding.nullable(),
  /** From the start to the last entry of an ended play. */
  elapsedMs: milliseconds.nullable(),
  /** From the start to the move that reached `cardsHome`. */
  cardsHomeAtMs: milliseconds,
  /** Suits of which all cards are home; left out by earlier services. */
  suitsHome: z.int().optional(),
});
export type Progress = z.infer<typeof progress>;

/** How strong a sparring partner plays; 3 is the strongest. */
export const strength = z.literal([1, 2, 3]);
export type Strength = z.infer<typeof strength>;

/** What a rated race has done to somebody's rating; see `http/ratings.ts` for the numbers. */
export const ratingChange = z.object({
  before: z.int(),
  after: z.int(),
  /** Too few races are behind it for it to mean much. */
  provisional: z.boolean(),
});
export type RatingChange = z.infer<typeof ratingChange>;

export const racePlayer = z.object({
  id: playerId,
  name: z.string(),
  ready: z.boolean(),
  /** No device of theirs is connected just now. */
  away: z.boolean(),
  /** From the countdown on. */
  playId: playId.nullable(),
  /** People's places leave sparring partners out; a partner's own is one more than the people before it. */
  progress: progress.nullable(),
  /** A sparring partner, no person; of people null. */
  partner: strength.nullish(),
  /** From a rated race that has settled; null for a player who was not rated in it. */
  rating: ratingChange.nullish(),
  /** Once the race has settled: how long after the start their first table was shown, as their page has measured it. */
  shownAfterMs: milliseconds.nullish(),
});
export type RacePlayer = z.infer<typeof racePlayer>;

/** What the races of a line of rematches have come to, up to this one; partners are left out. */
export const raceLine = z.object({
  /** A point for each win, half a point where it was shared; most first. Of a series, its own races alone count. */
  score: z.array(z.object({ id: playerId, name: z.string(), points: z.number() })),
  series: z
    .object({
      /** Which of its races this is, from 1. */
      number: z.int(),
      /** Nobody can be caught any more, or all has been raced. */
      over: z.boolean(),
      /** The code of its first race, whose link leads to the present one. */
      first: z.string(),
      present: z.string(),
      /** Its settled races, with who came first and a winner's play. */
      races: z.array(
        z.object({
          code: z.string(),
          variant: z.string(),
          winners: z.array(playerId),
          playId: playId.nullable(),
        }),
      ),
    })
    .nullable(),
});
export type RaceLine = z.infer<typeof raceLine>;
/** Whose recordings a ghost race is run against: those of a settled race, or of a closed daily. */
export const ghostSource = z.union([z.object({ race: z.string() }), z.object({ daily: dailyKey })]);
export type GhostSource = z.infer<typeof ghostSource>;

/** A recorded play in the standings of a ghost race: no seat, and nobody waits for it. */
export const ghost = z.object({
  name: z.string(),
  /** As in the recording after as long a time; its place is one more than the people before it. Null before the start. */
  progress: progress.nullable(),
  /** The recording; once the race has settled. */
  playId: playId.nullable(),
  /** It is a sparring partner's. */
  partner: strength.nullish(),
});
export type Ghost = z.infer<typeof ghost>;

export const raceSnapshot = z.object({
  code: z.string(),
  /** Grows with every change; an older snapshot that arrives late is to be ignored. */
  revision: z.int(),
  phase: racePhase,
  settings: raceSettings,
  hostId: playerId,
  locked: z.boolean(),
  players: z.array(racePlayer),
  watchers: z.int(),
  /** SHA-256 of salt, variant and pack order as 64 hex digits, from the host's start on (P1). */
  commitment: z.string().nullable(),
  /** Whether the deal was proved winnable; null before the host's start. */
  proved: z.boolean().nullable(),
  /** 1 (easy) to 5, of a deal proved winnable. */
  difficulty: z.int().min(1).max(5).nullable(),
  /** Milliseconds left until the start; 0 once started, null before the countdown. */
  startsInMs: milliseconds.nullable(),
  /** Milliseconds left until the cap. */
  closesInMs: milliseconds.nullable(),
  /** Milliseconds since the start; null before it. */
  sinceStartMs: milliseconds.nullish(),
  /** Somebody has won, and the time of the others has been shortened. */
  closing: z.boolean().optional(),
  rematchCode: z.string().nullable(),
  /** Of a rematch in its lobby: how many people of the race before have no seat in it yet; left out if none. */
  asked: z.int().optional(),
  /** One person turned out to have had two seats: the race counts in nobody's tally. */
  unrated: z.boolean(),
  /** It was to be rated, but the service failed its players while it ran: it changes no rating. */
  outage: z.boolean().optional(),
  /** Of a quick match: milliseconds left until the countdown, null while too few are there. Null of any other race. */
  quick: z.object({ startsInMs: milliseconds.nullable() }).nullish(),
  /** Null of a race that is no rematch, nor of a series. */
  line: raceLine.nullish(),
  /** Of a ghost race, which counts for nothing; of any other race null. */
  ghostOf: ghostSource.nullish(),
  ghosts: z.array(ghost).optional(),
});
export type RaceSnapshot = z.infer<typeof raceSnapshot>;
