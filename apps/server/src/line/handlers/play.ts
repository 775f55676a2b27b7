import {
  DEAL_CODES,
  decodeMove,
  findVariant,
  formatDealCode,
  gameOf,
  packOf,
} from '@same-deal/engine';
import type { Entry } from '@same-deal/engine';
import type { Answer, ClientEventName } from '@same-deal/protocol';
import { dayOfSource, sourceOfDaily, textOfDay } from '../../daily/days.ts';
import { done, listening } from './handler.ts';
import { entryAnswer } from '../versions.ts';
import type { Caller, Handlers, Services } from './handler.ts';

type PlayEvent = Extract<ClientEventName, `play:${string}`>;

const tooMany = { ok: false, error: { code: 'too-many-plays' } } as const;

/** Everything a page can ask of a table. */
export function playHandlers(services: Services): Pick<Handlers, PlayEvent> {
  const { plays, dailies, clock, chance, createPractice, branch, tableOf } = services;
  const { noteSeen } = services;
  const { progressFor } = services.races;

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
    await noteSeen(userId, { daily: key });
    const playId = chance.id();
    const { pack } = opened.data;
    const source = sourceOfDaily(day);
    const startsAt = clock.now();
    const play = { id: playId, userId, variant, pack, source, startsAt, log: [] };
    return (await createPractice(play)) ? { ok: true, data: { playId } } : tooMany;
  }

  /** What was answered of a play, noted if it was shown. */
  async function seen<Data>(
    playId: string,
    personId: string,
    answer: Answer<Data>,
  ): Promise<Answer<Data>> {
    if (answer.ok) await noteSeen(personId, { playId });
    return answer;
  }

  /** The path of a move begins here, and nothing on it is awaited. */
  function enter(
    { playId, expected }: { readonly playId: string; readonly expected: number },
    entry: Entry,
    { personId, connection, version, at, progressLine }: Caller,
    receivedAt: number,
    reply: (answer: unknown) => void,
  ): undefined {
    plays.enter(
      { playId, userId: personId, expected, entry, receivedAt, connection, at },
      (answer, race) => {
        const line = race === undefined ? undefined : progressLine(race);
        const news = line && race !== undefined ? progressFor(race, line) : undefined;
        reply(entryAnswer(version, answer, news));
      },
    );
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
      const isCreated = await createPractice({
        id: playId,
        userId: personId,
        variant,
        pack: pack.value,
        source,
        startsAt: clock.now(),
        log: [],
      });
      return isCreated ? { ok: true, data: { playId } } : tooMany;
    },

    'play:branch': async ({ playId, entries }, { personId }) =>
      seen(playId, personId, await branch({ playId, entries, userId: personId })),

    'play:open': async ({ playId }, caller) => {
      // Listening first, so that no entry falls between the table and its news; the owner alone may (P2).
      const refused = await plays.open(playId, caller.personId, caller.at);
      if (refused?.code === 'elsewhere') return { ok: false, error: refused };
      const table = await listening(
        () => !refused && caller.isConnected() && caller.listenToPlay(playId),
        () => caller.stopListeningToPlay(playId),
        () => tableOf(playId, caller.personId, caller.countReplayed),
      );
      return table.ok && table.data.isYours ? table : seen(playId, caller.personId, table);
    },

    'play:close': async ({ playId }, caller) => {
      caller.stopListeningToPlay(playId);
      return done;
    },

    'play:move': (request, caller, receivedAt, reply) =>
      enter(request, decodeMove(request.move), caller, receivedAt, reply),

    'play:undo': (request, caller, receivedAt, reply) =>
      enter(request, 'undo', caller, receivedAt, reply),

    'play:concede': (request, caller, receivedAt, reply) =>
      enter(request, 'concede', caller, receivedAt, reply),

    'play:hint': ({ playId }, { personId, at }) => plays.addHint(playId, personId, at),
  };
}
