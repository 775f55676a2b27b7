/** A circle as one of its members may see it: people who play the dailies together, with a table of their own. */
import { z } from 'zod';
import { dailyPhase } from './http/dailies.ts';
import { dailyKey, milliseconds, playerId, playId, raceCode, utcDay, variantId } from './ids.ts';
import { playEnding, raceSettings } from './race.ts';

/** Written as a race's. */
export const circleCode = raceCode;
export const circleId = z.uuid().toLowerCase();

/** A circle's name follows the rules of a person's; whether it is allowed is `normaliseName`'s to say. */
const circleName = z.string().max(1000);

/** `GET /api/circles`: mine, and those I am invited to; the one I joined first comes first. */
export const circleList = z.object({
  circles: z.array(
    z.object({
      id: circleId,
      name: z.string(),
      members: z.int(),
      isHost: z.boolean(),
      /** How many of today's dailies others have finished and I have not begun. */
      waiting: z.int(),
      /** When the next race that is arranged begins. */
      nextAt: z.iso.datetime().nullable(),
    }),
  ),
  invitations: z.array(z.object({ id: circleId, name: z.string(), from: z.string() })),
});
export type CircleList = z.infer<typeof circleList>;

/**
 * `POST /api/circles`: makes one, with the sender as its host, and invites people one has raced with. With `daily`, and one
 * person, a circle of two: where that person has made the same and invited the sender, the sender joins that one; where
 * both are in one already, it is found.
 */
export const circleCreate = z.object({
  name: circleName,
  people: z.array(playerId).max(20).default([]),
  daily: z.boolean().default(false),
});
/** The answer, and the one to joining: its id is what its page is found by. */
export const circleFound = z.object({ id: circleId });

/** `GET /api/circles/codes/:code`: what somebody sees who has the link. */
export const circleDoor = z.object({
  name: z.string(),
  /** Null if they have gone, or one of the two has blocked the other. */
  host: z.string().nullable(),
  members: z.int(),
  /** Of a member. */
  id: circleId.nullable(),
});
export type CircleDoor = z.infer<typeof circleDoor>;

/** `POST /api/circles/join`. */
export const circleJoin = z.object({ code: circleCode });
/** `PATCH /api/circles/:id`: by the host. */
export const circleRename = z.object({ name: circleName });
/** `POST /api/circles/:id/host`: by the host. */
export const circleHandOn = z.object({ personId: playerId });
/** `PATCH /api/circles/:id/me`: what others see of me there; left out: as before. */
export const circleWishes = z.object({
  /** My ended tries run beside others who play the same daily: cards home alone. */
  showsLane: z.boolean().optional(),
  /** That I am here is shown. */
  showsPresence: z.boolean().optional(),
});
export type CircleWishes = z.infer<typeof circleWishes>;

export const circleMember = z.object({
  playerId,
  name: z.string(),
  isYou: z.boolean(),
  isHost: z.boolean(),
  /** A page of theirs has a line just now, and they show that. */
  isHere: z.boolean(),
});
export type CircleMember = z.infer<typeof circleMember>;

/** How a member's try at a daily has ended. */
export const circleResult = z.object({
  playerId,
  place: z.int().min(1),
  ending: playEnding,
  elapsedMs: milliseconds,
  moves: z.int(),
  cardsHome: z.int(),
  /** The replay: one's own, and everybody's once the daily has closed. */
  playId: playId.nullable(),
});
export type CircleResult = z.infer<typeof circleResult>;

export const circleDaily = dailyKey.extend({
  phase: dailyPhase,
  /** Who has finished, in the order of the members. */
  finished: z.array(playerId),
  /** By the board *fastest*; null while I have not finished mine, and the daily has not closed. */
  results: z.array(circleResult).nullable(),
});
export type CircleDaily = z.infer<typeof circleDaily>;

/** A point for each member beaten at a daily, half a point for a tie; only those count who have played it. */
export const circleStanding = z.object({
  /** Null of somebody who has gone for good. */
  playerId: playerId.nullable(),
  name: z.string(),
  isYou: z.boolean(),
  /** Of those who have left, what they have played stays. */
  isMember: z.boolean(),
  place: z.int().min(1),
  points: z.number(),
  /** Dailies played. */
  played: z.int(),
});
export type CircleStanding = z.infer<typeof circleStanding>;

export const circleWeek = z.object({
  /** A Monday, and the Sunday after it (UTC). */
  firstDay: utcDay,
  lastDay: utcDay,
  rows: z.array(circleStanding),
});
export type CircleWeek = z.infer<typeof circleWeek>;

/** `GET /api/circles/:id/weeks/:day`: the week that the day lies in. `GET /api/circles/:id/weeks`: all of them. */
export const circleTable = z.object({ rows: z.array(circleStanding) });
export type CircleTable = z.infer<typeof circleTable>;

/** `GET /api/circles/:id/people/:a/:b`: dailies that both have played, and whose try was better. */
export const circleDuel = z.object({
  first: z.object({ playerId, name: z.string(), wins: z.int() }),
  second: z.object({ playerId, name: z.string(), wins: z.int() }),
  ties: z.int(),
});
export type CircleDuel = z.infer<typeof circleDuel>;

/** `POST /api/circles/:id/race`: opens a race now, and invites everybody who is here. What is left out follows the game. */
export const circleRace = raceSettings.partial({ undo: true, capMinutes: true, proved: true });
export const circleRaceOpened = z.object({ code: z.string() });

/** `POST /api/circles/:id/dates`: arranges a race. */
export const circleDateCreate = z.object({ at: z.iso.datetime(), variant: variantId });
/** `PUT /api/circles/:id/dates/:dateId/me`. */
export const circleDateAnswer = z.object({ comes: z.boolean() });

export const circleDate = z.object({
  id: z.uuid(),
  at: z.iso.datetime(),
  variant: z.string(),
  /** Who comes, in the order of the members; whoever arranged it does from the beginning. */
  coming: z.array(playerId),
  /** What I have said. */
  comes: z.boolean().nullable(),
  /** Whether I may cancel it: I have arranged it, or am the host. */
  canCancel: z.boolean(),
  /** Until its lobby opens, and until its time; never below 0. */
  opensInMs: milliseconds,
  startsInMs: milliseconds,
  /** Of its race, once somebody has opened it. Pages of 1.0.0 go there; later ones ask, and get a new one if it expired. */
  raceCode: z.string().nullable(),
});
export type CircleDate = z.infer<typeof circleDate>;

/** `GET /api/circles/:id`. */
export const circleSnapshot = z.object({
  id: circleId,
  name: z.string(),
  /** Of its link. */
  code: z.string(),
  isHost: z.boolean(),
  showsLane: z.boolean(),
  showsPresence: z.boolean(),
  /** Whoever joined first comes first. */
  members: z.array(circleMember),
  today: z.array(circleDaily),
  week: circleWeek,
  /** Races that are arranged; the next one comes first. */
  dates: z.array(circleDate),
  /** Settled races that were opened from here, newest first. */
  races: z.array(
    z.object({
      code: z.string(),
      variant: z.string(),
      settledAt: z.iso.datetime(),
      winners: z.array(z.string()),
    }),
  ),
  /** Duplicates that were opened from here: those that are open, the soonest to end first, and the last ones that are not. */
  duplicates: z
    .array(
      z.object({
        code: z.string(),
        deals: z.int(),
        games: z.array(z.string()),
        openedAt: z.iso.datetime(),
        isClosed: z.boolean(),
      }),
    )
    .optional(),
});
export type CircleSnapshot = z.infer<typeof circleSnapshot>;
