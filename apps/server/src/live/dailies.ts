import type { DailyKey } from '@same-deal/protocol';
import { coalesced } from '../coalesced.ts';
import { createBoards } from '../daily/boards.ts';
import { createDailies } from '../daily/dailies.ts';
import type { DailiesOptions } from '../daily/dailies.ts';
import { createDailyNews } from '../daily/daily-news.ts';
import { dayOf } from '../daily/days.ts';
import { boardsRepository } from '../storage/daily/boards.ts';
import { dailiesRepository } from '../storage/daily/dailies.ts';
import type { FastifyInstance } from 'fastify';
import type { Lines } from './lines.ts';
import type { LiveOptions, OnFault } from './options.ts';

/** The other nodes are told at once, and then no more often than this; each waits for itself. */
const TELL_OTHERS_EVERY_MS = 1_000;

/** Dailies and their boards; that one has changed is published on every node. */
export function addDailies(
  app: FastifyInstance,
  { database, clock, chance, certifies }: LiveOptions,
  { publish }: Lines,
  parts: Pick<DailiesOptions, 'drawDeal' | 'timeIsUp'>,
  onFault: OnFault,
) {
  const store = dailiesRepository(database);
  const boards = createBoards(boardsRepository(database.pool), clock, onFault);
  const changedHere = createDailyNews(clock, publish.dailyChangedHere);
  const changedElsewhere = coalesced<DailyKey>(
    clock,
    TELL_OTHERS_EVERY_MS,
    ({ day, game }) => `${day}/${game}`,
    publish.dailyChangedElsewhere,
  );
  function changed(daily: DailyKey): void {
    boards.changed();
    changedHere(daily);
    changedElsewhere(daily);
  }
  const dailies = createDailies({
    store,
    clock,
    chance,
    onChanged: changed,
    onFault,
    ...parts,
  });
  if (certifies) {
    // Otherwise the first request would wait for the dailies of a new installation.
    app.addHook('onReady', async () => void dailies.findAll(dayOf(clock.now())).catch(onFault));
  }
  return { store, boards, dailies, changed, changedHere };
}
