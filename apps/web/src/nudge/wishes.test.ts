import type { Answer } from '@same-deal/protocol';
import { afterEach, expect, test, vi } from 'vitest';
import { nudgeWords as words } from '../messages/nudges.en.ts';
import { Wishes } from './wishes.svelte.ts';

afterEach(() => void vi.unstubAllGlobals());

const settings = { kinds: [], rivals: [], quiet: null, zone: 'UTC', key: 'AAAA', devices: [] };

/** What happens, in order, in a browser that asks for permission and is answered this. */
async function wishWhere(answered: NotificationPermission) {
  const done: string[] = [];
  const notices = {
    permission: 'default',
    requestPermission: () => {
      done.push('asked');
      notices.permission = answered;
      return Promise.resolve(answered);
    },
  };
  const subscribe = () => {
    done.push('subscribed');
    return { toJSON: () => ({ endpoint: 'https://push.example/', keys: {} }) };
  };
  const pushManager = { getSubscription: () => null, subscribe };
  vi.stubGlobal('isSecureContext', true);
  vi.stubGlobal('matchMedia', () => ({ matches: false }));
  vi.stubGlobal('PushManager', {});
  vi.stubGlobal('Notification', notices);
  vi.stubGlobal('navigator', {
    userAgent: 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Safari/605.1.15',
    maxTouchPoints: 0,
    serviceWorker: { ready: Promise.resolve({ pushManager }) },
  });
  const call = <Data>(method: string, path: string) => {
    done.push(`${method} ${path}`);
    return Promise.resolve({ ok: true, data: settings } as Answer<Data>);
  };
  const wishes = new Wishes({ call });
  await vi.waitFor(() => expect(wishes.data).toBeDefined());
  done.length = 0;
  const turned = wishes.turn('invitation', true);
  const atOnce = [...done];
  await turned;
  return { atOnce, done, wishes };
}

test('asks for permission within the tap, which Safari forgets while the service answers', async () => {
  const { atOnce, done, wishes } = await wishWhere('granted');
  expect(atOnce[0]).toBe('asked');
  expect(done).toEqual(['asked', 'PATCH /api/nudges', 'subscribed', 'POST /api/nudges/devices']);
  expect(wishes).toMatchObject({ mistake: '', whyNot: undefined });
});

test('whoever refuses permission keeps the wish, and is told where nudges wait', async () => {
  const { done, wishes } = await wishWhere('denied');
  expect(done).toEqual(['asked', 'PATCH /api/nudges']);
  expect(wishes).toMatchObject({ mistake: '', whyNot: words.ways.denied });
});

test('whoever leaves the question open is not asked it twice, and was failed by nothing', async () => {
  const { done, wishes } = await wishWhere('default');
  expect(done).toEqual(['asked', 'PATCH /api/nudges']);
  expect(wishes).toMatchObject({ mistake: '', whyNot: undefined });
});
