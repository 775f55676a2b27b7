import type { Answer, Person } from '@same-deal/protocol';
import { expect, test, vi } from 'vitest';
import { begin } from './begin.ts';

const anna: Answer<Person> = { ok: true, data: { id: '1', name: 'Anna', isGuest: true } };

function beginning(somebody: Answer<Person>, answer: Answer<{ code: string }>) {
  const settings = {
    identity: { ensure: vi.fn(async () => somebody) },
    router: { path: '/', go: vi.fn() },
    ask: vi.fn(async () => answer),
    pathOf: ({ code }: { code: string }) => `/race/${code}`,
    onrefused: vi.fn(),
  };
  return { settings, done: begin(settings) };
}

test('P12: whoever begins something becomes somebody first, and goes there', async () => {
  const { settings, done } = beginning(anna, { ok: true, data: { code: 'ABC234' } });
  await done;
  expect(settings.identity.ensure).toHaveBeenCalledBefore(settings.ask);
  expect(settings.router.go).toHaveBeenCalledExactlyOnceWith('/race/ABC234');
  expect(settings.onrefused).not.toHaveBeenCalled();
});

test('an answer that comes late takes nobody from where they have gone meanwhile, but to what is urgent', async () => {
  for (const isUrgent of [false, true]) {
    const { settings, done } = beginning(anna, { ok: true, data: { code: 'ABC234' } });
    await done;
    settings.router.go.mockClear();
    settings.ask.mockImplementation(async () => {
      settings.router.path = '/daily';
      return { ok: true, data: { code: 'DEF567' } };
    });
    await begin({ ...settings, ...(isUrgent && { mayGo: () => true }) });
    expect(settings.router.go).toHaveBeenCalledTimes(isUrgent ? 1 : 0);
  }
});

test('P8: a refusal leaves one where one is, and is told', async () => {
  const error = { code: 'deal-code-wrong' } as const;
  const { settings, done } = beginning(anna, { ok: false, error });
  await done;
  expect(settings.router.go).not.toHaveBeenCalled();
  expect(settings.onrefused).toHaveBeenCalledExactlyOnceWith(error);
});

test('an answer that was lost is no refusal: what was asked for may have been done', async () => {
  const { settings, done } = beginning(anna, { ok: false, error: { code: 'unavailable' } });
  await done;
  settings.onrefused.mockClear();
  const onlost = vi.fn();
  await begin({ ...settings, onlost });
  expect(onlost).toHaveBeenCalledOnce();
  expect(settings.onrefused).not.toHaveBeenCalled();
});

test('what needs no service is begun without one', async () => {
  const { settings } = beginning({ ok: false, error: { code: 'unavailable' } }, anna as never);
  const alone = vi.fn(async () => ({ ok: true, data: { code: 'HERE23' } }) as const);
  await begin({ ...settings, alone });
  expect(settings.ask).not.toHaveBeenCalled();
  expect(settings.router.go).toHaveBeenCalledExactlyOnceWith('/race/HERE23');
});

test('nobody asks for anything: who could not become somebody is told why', async () => {
  const error = { code: 'unavailable' } as const;
  const { settings, done } = beginning({ ok: false, error }, { ok: true, data: { code: 'X' } });
  await done;
  expect(settings.ask).not.toHaveBeenCalled();
  expect(settings.onrefused).toHaveBeenCalledExactlyOnceWith(error);
});
