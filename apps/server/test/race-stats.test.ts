/** Settled races in one person's statistics. */
import { describe, expect, test } from 'vitest';
import type { SettledRace } from '../src/people/head-to-head.ts';
import { raceStatsOf } from '../src/people/race-stats.ts';

type Seat = SettledRace['results'][number];

const seat = (personId: string, more: Partial<Seat> = {}): Seat => ({
  personId,
  name: personId,
  ending: 'cap',
  cardsHome: 10,
  cardsHomeAtMs: 60_000,
  moves: 30,
  elapsedMs: 900_000,
  ...more,
});

const race = (variant: string, results: readonly Seat[]): SettledRace => ({
  code: 'ABC234',
  variant,
  settledAt: '2026-11-21T12:00:00.000Z',
  order: 2,
  results,
});

const won = (elapsedMs: number) => ({ ending: 'won', cardsHome: 48, elapsedMs }) as const;

describe('the statistics count races', () => {
  const races = [
    race('bisley/thirteen', [seat('anna', won(200_000)), seat('ben')]),
    race('bisley/twelve', [seat('anna', won(180_000)), seat('ben', won(170_000))]),
    race('alhambra/standard', [seat('ben'), seat('anna', { cardsHome: 12 })]),
    race('alhambra/standard', [seat('ben'), seat('cleo')]),
  ];
  const of = (game: string | null) =>
    raceStatsOf(races, new Set(['anna'])).find((one) => one.game === game);

  test('over all games and game by game', () => {
    expect(of(null)).toEqual({ game: null, played: 3, first: 2, finished: 2, bestMs: 180_000 });
    expect(of('bisley')).toEqual({
      game: 'bisley',
      played: 2,
      first: 1,
      finished: 2,
      bestMs: 180_000,
    });
    expect(of('alhambra')).toMatchObject({ played: 1, first: 1, finished: 0, bestMs: null });
    expect(of('sly-fox')).toMatchObject({ played: 0, first: 0, bestMs: null });
  });

  test('nobody comes first without a card home', () => {
    const none = { cardsHome: 0, ending: 'conceded' };
    const [all] = raceStatsOf(
      [race('bisley/thirteen', [seat('anna', none), seat('ben', none)])],
      new Set(['anna']),
    );
    expect(all).toMatchObject({ played: 1, first: 0 });
  });

  test('two seats of one person are one race, by the better place', () => {
    const seats = [seat('anna', { cardsHome: 3 }), seat('guest', { cardsHome: 9 }), seat('ben')];
    const [all] = raceStatsOf([race('bisley/thirteen', seats)], new Set(['anna', 'guest']));
    expect(all).toMatchObject({ played: 1, first: 0 });
    // The guest's seat comes first of all, in whichever order the two stand.
    const better = seat('guest', { cardsHome: 11 });
    for (const own of [
      [seat('anna', { cardsHome: 3 }), better],
      [better, seat('anna', { cardsHome: 3 })],
    ]) {
      const both = [race('bisley/thirteen', [seat('ben'), ...own])];
      const [total] = raceStatsOf(both, new Set(['anna', 'guest']));
      expect(total).toMatchObject({ played: 1, first: 1 });
    }
  });
});
