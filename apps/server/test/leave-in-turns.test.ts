import { expect, test } from 'vitest';
import type { PageSocket } from '../src/line/page-server.ts';
import { leaveInTurns } from '../src/live/leave-in-turns.ts';

test('P5, P6: who is first can play on elsewhere while the last one’s play is still being written', async () => {
  const happened: string[] = [];
  let write = () => {};
  const written = new Promise<void>((resolve) => (write = resolve));
  const plays = ['first', 'second', 'last'];
  const lineOf = (at: string) => {
    const disconnect = () => happened.push(`${at} told`);
    return { data: { at }, disconnect } as unknown as PageSocket;
  };
  const leaving = leaveInTurns({
    lines: () => plays.map((at) => [lineOf(at), lineOf(at)]),
    node: {
      async giveBack(ats, letGo) {
        await letGo(ats);
        happened.push(`${[...ats].join()} free`);
      },
    },
    letGo: async (ats) => {
      happened.push(`${[...ats].join()} let go`);
      if (ats.has('last')) await written;
    },
    onFault: (error) => expect.unreachable(String(error)),
  });
  await expect.poll(() => happened).toContain('last let go');
  const ofEach = (at: string) => [`${at} let go`, `${at} free`, `${at} told`, `${at} told`];
  expect(happened).toEqual([...ofEach('first'), ...ofEach('second'), 'last let go']);
  write();
  await leaving;
  expect(happened.slice(-4)).toEqual(ofEach('last'));
});
