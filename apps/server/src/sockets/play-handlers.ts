import {
  DEAL_CODES,
  decodeMove,
  findVariant,
  formatDealCode,
  gameOf,
  packOf,
} from '@same-deal/engine';
import type { Answer, ClientEventName } from '@same-deal/protocol';
import { dayOfSource, sourceOfDaily, textOfDay } from '../daily/days.ts';
import { done } from './handler.ts';
import type { Handlers, Services } from './handler.ts';

type PlayEvent = Extract<ClientEventName, `play:${string}`>;

/** Everything a page can ask of a table. */
export function playHandlers(services: Services): Pick<Handlers, PlayEvent> {
  const { plays, dailies, clock, chance, createPractice, branch, tableOf } = services;

  /** Practice on a closed daily's deal. */
  async function practiseDaily(
    day: number,
    variant: string,
    userId: string,
  ): Promise<Answer<{ playId: string }>> {
    const key = { day: textOfDay(day), game: gameOf(variant) };
    const opened = await dailies.openedDeal(key);
    if (!opened.ok || opened.data.variant !== variant)
      return { ok: false, error: opened.ok ? { code: 'deal-code-wrong' } : opened.error };
    const playId = chance.id();
    const { pack } = opened.data;
    const source = sourceOfDaily(day);
    await createPractice({
      id: playId,
      userId,
      variant,
      pack,
      source,
      startsAt: clock.now(),
      log: [],
    });
    return { ok: true, data: { playId } };
  }

  return {
    'play:create': async ({ variant, deal }, { personId }) => {
      const day = deal === undefined ? null : dayOfSource(deal);
      if (day !== null) return practiseDaily(day, variant, personId);
      const packs = findVariant(variant)?.packs ?? 1;
      const source = deal ?? formatDealCode(chance.number(DEAL_CODES - 1));
      const pack = packOf(source, packs);
      if (!pack.ok) return { ok: false, error: { code: 'deal-code-wrong', detail: pack.reason } };
      const playId = chance.id();
      await createPractice({
        id: playId,
        userId: personId,
        variant,
        pack: pack.value,
        source,
        startsAt: clock.now(),
        log: [],
      });
      return { ok: true, data: { playId } };
    },

    'play:branch': ({ playId, entries }, { personId }) =>
      branch({ playId, entries, userId: personId }),

    'play:open': async ({ playId }, caller) => {
      // Listening first, so that no entry falls between the table and its news; the owner alone may (P2).
      const isOwner = await plays.isOwner(playId, caller.personId);
      if (isOwner && caller.isConnected()) caller.listenToPlay(playId);
      return tableOf(playId, caller.personId);
    },

    'play:close': async ({ playId }, caller) => {
      caller.stopListeningToPlay(playId);
      return done;
    },

    'play:move': ({ playId, expected, move }, { personId, connection }, receivedAt) =>
      plays.enter({
        playId,
        userId: personId,
        expected,
        entry: decodeMove(move),
        receivedAt,
        connection,
      }),

    'play:undo': ({ playId, expected }, { personId, connection }, receivedAt) =>
      plays.enter({ playId, userId: personId, expected, entry: 'undo', receivedAt, connection }),

    'play:concede': ({ playId, expected }, { personId, connection }, receivedAt) =>
      plays.enter({ playId, userId: personId, expected, entry: 'concede', receivedAt, connection }),

    'play:hint': ({ playId }, { personId }) => plays.addHint(playId, personId),
  };
}
