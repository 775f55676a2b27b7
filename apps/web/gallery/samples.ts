/** People, races and dailies as the service would tell of them. */
import type {
  BoardRow,
  CircleList,
  CircleSnapshot,
  Daily,
  DailyTry,
  Person,
  PlayedDay,
  PlayEnding,
  PlaySummary,
  Progress,
  RacePhase,
  RacePlayer,
  RaceSnapshot,
  Rival,
} from '@same-deal/protocol';
import { FakeTransport } from '../src/net/fake-transport.ts';
import { RaceSession } from '../src/race/race-session.svelte.ts';

const id = (n: number): string => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;
const hash = 'c0ffee'.repeat(11).slice(0, 64);
const then = '2026-11-20T09:30:00.000Z';

export const anna: Person = { id: id(1), name: 'Anna', isGuest: true };

const progress = (place: number, cardsHome: number, ending: PlayEnding | null): Progress => ({
  place,
  cardsHome,
  moves: cardsHome * 2 + 7,
  undos: place - 1,
  ending,
  elapsedMs: ending ? 184_000 + place * 21_000 : null,
  cardsHomeAtMs: 160_000,
});

const player = (n: number, name: string, more: Partial<RacePlayer> = {}): RacePlayer => ({
  id: id(n),
  name,
  ready: false,
  away: false,
  playId: null,
  progress: null,
  ...more,
});

/** A race of four in some phase. */
export function raceIn(phase: RacePhase, more: Partial<RaceSnapshot> = {}): RaceSnapshot {
  const hasBegun = phase === 'running' || phase === 'settled';
  const isOver = phase === 'settled';
  return {
    code: 'ABC234',
    revision: 1,
    phase,
    settings: { variant: 'bisley/thirteen', undo: 'bounded', capMinutes: 15, proved: true },
    hostId: anna.id,
    locked: false,
    players: [
      player(1, 'Anna', {
        ready: true,
        progress: hasBegun ? progress(1, 48, isOver ? 'won' : null) : null,
      }),
      player(2, 'Ben', {
        ready: true,
        progress: hasBegun ? progress(2, 31, isOver ? 'cap' : null) : null,
      }),
      player(3, 'A name of twenty-four 24', {
        away: true,
        progress: hasBegun ? progress(3, 12, 'conceded') : null,
      }),
      player(4, 'Steady', {
        ready: true,
        partner: 2,
        progress: hasBegun ? progress(4, 12, isOver ? 'stuck' : null) : null,
      }),
    ],
    watchers: 2,
    commitment: phase === 'open' ? null : hash,
    proved: phase === 'open' ? null : true,
    difficulty: phase === 'open' ? null : 3,
    startsInMs: phase === 'countdown' ? 5_000 : hasBegun ? 0 : null,
    closesInMs: phase === 'running' ? 240_000 : null,
    rematchCode: null,
    unrated: false,
    ...more,
  };
}

/** A session that is shown this race, and is answered nothing else. */
export function sessionOf(snapshot: RaceSnapshot, youId = anna.id): RaceSession {
  const transport = new FakeTransport().answer('race:enter', () => ({ ok: true, data: snapshot }));
  const session = new RaceSession(snapshot.code, transport, { id: youId });
  void session.enter();
  return session;
}

export const dailyWith = (more: Partial<Daily> = {}): Daily => ({
  day: '2026-11-22',
  game: 'bisley',
  variant: 'bisley/thirteen',
  phase: 'open',
  proved: true,
  difficulty: 2,
  commitment: hash,
  committedAt: then,
  opensInMs: 0,
  endsInMs: 30_000_000,
  closesInMs: 70_000_000,
  tries: 214,
  won: 130,
  par: null,
  mine: null,
  ...more,
});

/** My try at it, after a win. */
export const wonTry: DailyTry = {
  playId: id(40),
  startedAt: then,
  ending: 'won',
  elapsedMs: 187_000,
  moves: 83,
  undos: 0,
  cardsHome: 48,
  fastestPlace: 12,
  fewestPlace: 5,
  percentile: 94,
  isListed: true,
};

export const playOf = (ending: PlayEnding | null): PlaySummary => ({
  playId: id(50),
  variant: 'alhambra/standard',
  raceCode: null,
  daily: null,
  deal: 'AAA-AAA-ABG',
  startedAt: then,
  cardsHome: ending === 'won' ? 96 : 38,
  moves: 102,
  ending,
  hints: 1,
});

export const boardRows: readonly BoardRow[] = (['won', 'won', 'cap', 'conceded'] as const).map(
  (ending, n) => ({
    place: n + 1,
    playerId: id(60 + n),
    name: n === 1 ? null : `Player ${n + 1}`,
    isYou: n === 2,
    ending,
    elapsedMs: 151_000 + n * 44_000,
    moves: 81 + n,
    undos: n,
    isClean: n === 0,
    cardsHome: ending === 'won' ? 48 : 20 - n,
    playId: n === 0 ? id(70) : null,
  }),
);

export const rivalWith = (more: Partial<Rival> = {}): Rival => ({
  id: id(2),
  name: 'Ben',
  wins: 4,
  losses: 2,
  ties: 1,
  isBlocked: false,
  lastRacedAt: then,
  lastVariant: 'bisley/thirteen',
  ...more,
});

export const circleList: CircleList = {
  circles: [
    { id: id(80), name: 'Thursdays', members: 4, isHost: true, waiting: 2, nextAt: null },
    {
      id: id(81),
      name: 'Cards and coffee',
      members: 12,
      isHost: false,
      waiting: 0,
      nextAt: '2026-11-26T20:00:00.000Z',
    },
  ],
  invitations: [{ id: id(82), name: 'The late table', from: 'Ben' }],
};

/** A circle of four, seen by its host, or by another of its members. */
export function circleSeenBy(n: 1 | 2): CircleSnapshot {
  const members = ['Anna', 'Ben', 'A name of twenty-four 24', 'Steady'].map((name, at) => ({
    playerId: id(at + 1),
    name,
    isYou: at + 1 === n,
    isHost: at === 0,
    isHere: at < 3,
  }));
  const result = (place: number) => ({
    playerId: id(place),
    place,
    ending: place < 3 ? ('won' as const) : ('cap' as const),
    elapsedMs: 151_000 + place * 44_000,
    moves: 80 + place,
    cardsHome: place < 3 ? 48 : 31,
    playId: null,
  });
  const standing = (place: number, name: string, isMember = true) => ({
    playerId: id(isMember ? place : 9),
    name,
    isYou: place === n,
    isMember,
    place,
    points: 6.5 - place,
    played: 7 - place,
  });
  const date = { startsInMs: 90_000_000, raceCode: null, at: '2026-11-26T20:00:00.000Z' };
  return {
    id: id(80),
    name: 'Thursdays',
    code: 'ABC234',
    isHost: n === 1,
    showsLane: true,
    showsPresence: true,
    members,
    today: [
      {
        day: '2026-11-22',
        game: 'bisley',
        phase: 'open',
        finished: [id(1), id(2), id(3)],
        results: [1, 2, 3].map(result),
      },
      {
        day: '2026-11-22',
        game: 'alhambra',
        phase: 'open',
        finished: [id(3), id(4)],
        results: null,
      },
      { day: '2026-11-22', game: 'sly-fox', phase: 'open', finished: [], results: null },
    ],
    week: {
      firstDay: '2026-11-16',
      lastDay: '2026-11-22',
      rows: [
        standing(1, 'Anna'),
        standing(2, 'Ben'),
        standing(3, 'A name of twenty-four 24'),
        standing(4, 'Cara', false),
      ],
    },
    dates: [
      {
        ...date,
        id: id(90),
        variant: 'bisley/thirteen',
        coming: [id(1), id(2)],
        comes: true,
        canCancel: n === 1,
        opensInMs: 0,
      },
      {
        ...date,
        id: id(91),
        variant: 'alhambra/standard',
        coming: [],
        comes: null,
        canCancel: n === 1,
        opensInMs: 80_000_000,
      },
    ],
    races: [
      { code: 'ABC234', variant: 'bisley/thirteen', settledAt: then, winners: ['Ben'] },
      { code: 'ABC235', variant: 'sly-fox/standard', settledAt: then, winners: [] },
    ],
    duplicates: [
      {
        ...{ code: 'ABC236', deals: 4, games: ['bisley', 'alhambra'] },
        ...{ openedAt: then, isClosed: false },
      },
    ],
  };
}

const DAY_MS = 86_400_000;

/** Of the last sixteen weeks some, the last one today. */
export const playedDays: readonly PlayedDay[] = Array.from({ length: 110 }, (_, n) => 109 - n)
  .filter((ago) => ago % 3 === 0 || ago % 7 === 2)
  .map((ago) => ({
    day: new Date(Date.now() - ago * DAY_MS).toISOString().slice(0, 10),
    played: 1 + (ago % 6),
    won: ago % 4,
  }));
