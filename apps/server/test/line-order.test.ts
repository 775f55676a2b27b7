// What one line requests of one race or play happens in the order in which it was sent.
import { clientEvents } from '@same-deal/protocol';
import type { ClientEventName } from '@same-deal/protocol';
import { expect, test } from 'vitest';
import { done } from '../src/line/handlers/handler.ts';
import type { Caller, Handlers } from '../src/line/handlers/handler.ts';
import { register } from '../src/line/register.ts';

type Middleware = (event: unknown[], next: () => void) => void;

const nextTurn = () => new Promise<void>((resolve) => setImmediate(resolve));

/** A line whose requests are handled once the test lets them. */
function slowLine() {
  const begun: string[] = [];
  /** By event: ends its handling. */
  const end = new Map<string, { readonly resolve: () => void; readonly reject: () => void }>();
  const handlers = Object.fromEntries(
    Object.keys(clientEvents).map((name) => [
      name,
      (request: { code?: string }) => {
        const what = `${name} ${request.code ?? ''}`.trim();
        begun.push(what);
        return new Promise((resolve, reject) =>
          end.set(what, { resolve: () => resolve(done), reject: () => reject(new Error(what)) }),
        );
      },
    ]),
  ) as unknown as Handlers;
  let take: Middleware | undefined;
  register({ use: (middleware: unknown) => (take = middleware as Middleware) } as never, {
    handlers,
    caller: {} as Caller,
    now: () => 0,
    isDraining: () => false,
    admit: () => ({ waitMs: 0, isFlood: false }),
    listensToEnough: () => false,
    onFault: async () => ({ code: 'internal' }),
    onRefused: () => undefined,
    onFlood: () => expect.unreachable(),
  });
  const ask = (name: ClientEventName, request: object) =>
    new Promise((resolve) => take!([name, request, resolve], () => undefined));
  return { ask, begun, end };
}

const [code, other] = ['ABC234', 'DEF567'];
const playId = '00000000-0000-4000-8000-000000000001';

test.each<[ClientEventName, object, ClientEventName, object]>([
  ['race:enter', { code }, 'race:exit', { code }],
  ['race:join', { code }, 'race:leave', { code }],
  ['race:ready', { code, ready: true }, 'race:ready', { code, ready: false }],
  ['race:lock', { code, locked: true }, 'race:lock', { code, locked: false }],
  ['play:open', { playId }, 'play:close', { playId }],
  ['duplicate:join', { code }, 'duplicate:start', { code, deal: 1 }],
])('P8: %s with %j before %s, whatever it has to read', async (first, request, second, next) => {
  const { ask, begun, end } = slowLine();
  void ask(first, request);
  void ask(second, next);
  await nextTurn();
  expect(begun).toHaveLength(1);
  end.get(begun[0]!)!.resolve();
  await expect.poll(() => begun).toHaveLength(2);
  expect(begun[1]).toContain(second);
});

test('P8: other races, and entries, wait for nothing; and a fault does not stop what is behind it', async () => {
  const { ask, begun, end } = slowLine();
  const failed = ask('race:enter', { code });
  void ask('race:exit', { code });
  void ask('race:enter', { code: other });
  void ask('play:open', { playId });
  void ask('play:move', { playId, expected: 1, move: 1 });
  await nextTurn();
  const atOnce = [`race:enter ${code}`, `race:enter ${other}`, 'play:open', 'play:move'];
  expect(begun).toEqual(atOnce);
  end.get(begun[0]!)!.reject();
  expect(await failed).toEqual({ ok: false, error: { code: 'internal' } });
  await expect.poll(() => begun).toEqual([...atOnce, `race:exit ${code}`]);
});
