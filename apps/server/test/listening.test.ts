// A line listens to what it was answered with, and to nothing else.
import { expect, test } from 'vitest';
import type { Caller, Services } from '../src/line/handlers/handler.ts';
import { playHandlers } from '../src/line/handlers/play.ts';
import { raceHandlers } from '../src/line/handlers/race.ts';
import { createPresence } from '../src/race/presence.ts';

const code = 'ABCDEF';
const playId = '00000000-0000-4000-8000-000000000001';

/** A line, and what it listens to. */
function line() {
  const listens = new Set<string>();
  const to = (kind: string) => (name: string) => {
    const isNew = !listens.has(kind + name);
    listens.add(kind + name);
    return isNew;
  };
  const from = (kind: string) => (name: string) => void listens.delete(kind + name);
  const caller: Caller = {
    ...{ personId: 'anna', connection: 'line', address: '', version: 3, at: undefined },
    isConnected: () => true,
    progressLine: () => undefined,
    ...{ listenToRace: to('race '), stopListeningToRace: from('race ') },
    ...{ listenToTables: to('tables '), stopListeningToTables: from('tables ') },
    ...{ listenToPlay: to('play '), stopListeningToPlay: from('play ') },
    ...{ listenToDaily: to('daily '), stopListeningToDaily: from('daily ') },
    countReplayed: () => undefined,
  };
  return { caller, listens };
}

/** Reads the first `good` times, and not again. */
function reader(good: number) {
  let times = 0;
  return async () => {
    if ((times += 1) > good) throw new Error('away');
    return { ok: true, data: {} };
  };
}

/** As far as these requests go. */
function servicesThat(read: () => Promise<unknown>) {
  const presence = createPresence(() => undefined);
  const services = {
    races: {
      claim: async () => null,
      snapshot: read,
      tables: read,
      tablesRefusal: async () => null,
      progressFor: () => undefined,
    },
    plays: { open: async () => null },
    presence,
    noteSeen: async () => undefined,
    tableOf: read,
  } as unknown as Services;
  return { presence, services };
}

test('P8: who enters a race that cannot be read, or that is none, is not there, and listens to nothing', async () => {
  const { caller, listens } = line();
  const none = { ok: false, error: { code: 'not-found', detail: 'code' } };
  const ways = [servicesThat(reader(0)), servicesThat(async () => none)] as const;
  const enter = ({ services }: (typeof ways)[number]) =>
    raceHandlers(services)['race:enter']({ code }, caller, 0, () => undefined);
  await expect(enter(ways[0])).rejects.toThrow('away');
  expect(await enter(ways[1])).toEqual(none);
  expect(listens.size).toBe(0);
  for (const { presence } of ways) expect(presence.isHere(code)).toBe(false);
});

test('P8: tables that cannot be read are not listened to', async () => {
  const { caller, listens } = line();
  const { services } = servicesThat(reader(0));
  const asked = raceHandlers(services)['race:tables']({ code }, caller, 0, () => undefined);
  await expect(asked).rejects.toThrow('away');
  const opened = playHandlers(services)['play:open']({ playId }, caller, 0, () => undefined);
  await expect(opened).rejects.toThrow('away');
  expect(listens.size).toBe(0);
});

test('P8: a line that listens already goes on listening', async () => {
  const { caller, listens } = line();
  const { presence, services } = servicesThat(reader(1));
  const enter = () => raceHandlers(services)['race:enter']({ code }, caller, 0, () => undefined);
  expect(await enter()).toMatchObject({ ok: true });
  await expect(enter()).rejects.toThrow('away');
  expect(listens.size).toBe(1);
  expect(presence.isHere(code)).toBe(true);
});
