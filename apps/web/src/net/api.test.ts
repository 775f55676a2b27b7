import { errors as protocolErrors } from '@same-deal/protocol';
import { accountErrors } from '../messages/account-errors.en.ts';
import { circleErrors } from '../messages/circle-errors.en.ts';
import { duplicateErrors } from '../messages/duplicate-errors.en.ts';
import { describe, expect, test, vi } from 'vitest';
import { commonErrors } from '../messages/common-errors.en.ts';
import { errors } from '../messages/errors.en.ts';
import { errorText } from '../messages/index.ts';
import { accountApi } from './account-api.ts';
import { playsAt } from './plays-api.ts';
import { peopleApi } from '../people/people-api.ts';
import { createApi } from './api.ts';

const answering = (status: number, body: string) =>
  createApi(async () => new Response(body, { status }));

test('data comes as data', async () => {
  const me = { id: '1', name: 'Anna', isGuest: true };
  expect(await answering(200, JSON.stringify(me)).me()).toEqual({ ok: true, data: me });
});

test('a refusal comes as the service gave it', async () => {
  const error = { code: 'name-not-allowed', detail: 'name' };
  const answer = await answering(400, JSON.stringify({ error })).rename({ name: '' });
  expect(answer).toEqual({ ok: false, error });
});

test.each([
  [502, '<html>Bad gateway</html>', 'unavailable'],
  [200, '<html>Log in to the network first</html>', 'unavailable'],
  [500, 'oops', 'internal'],
  [401, '{}', 'not-signed-in'],
  [404, '{"message":"elsewhere"}', 'not-found'],
  [429, 'null', 'too-many-requests'],
])('an answer of something in between, %i %s, is a refusal too', async (status, body, code) => {
  expect(await answering(status, body).dailies()).toEqual({ ok: false, error: { code } });
});

test('no answer at all is `unavailable`', async () => {
  const api = createApi(() => Promise.reject(new TypeError('failed to fetch')));
  expect(await api.dailies()).toEqual({ ok: false, error: { code: 'unavailable' } });
});

test('requests stay with this origin and carry JSON', async () => {
  let seen: [string, RequestInit] | undefined;
  const api = createApi(async (path, init) => {
    seen = [path, init];
    return new Response('{}');
  });
  await accountApi(api).acceptHandOver({ code: '7K3Q-M0XA', guest: 'bring' });
  expect(seen).toMatchObject([
    '/api/hand-overs/accept',
    {
      method: 'POST',
      credentials: 'same-origin',
      body: '{"code":"7K3Q-M0XA","guest":"bring"}',
    },
  ]);
  await api.play('../me');
  expect(seen?.[0]).toBe('/api/plays/..%2Fme');
});

test('there are words for every refusal the service can give, and for those of a newer one', () => {
  expect(
    Object.keys({
      ...commonErrors,
      ...errors,
      ...accountErrors,
      ...circleErrors,
      ...duplicateErrors,
    }).sort(),
  ).toEqual(Object.keys(protocolErrors).sort());
  expect(errorText({ code: 'from-the-future' as 'internal' })).toBe(commonErrors.internal);
});

describe('every route', () => {
  const day = '2026-11-21';
  type Call = (api: ReturnType<typeof createApi>) => Promise<unknown>;
  const calls: [name: string, call: Call, asked: string][] = [
    ['service', (api) => api.service(), 'GET /api/service'],
    ['me', (api) => api.me(), 'GET /api/me'],
    ['becoming somebody', (api) => api.becomeSomebody(), 'POST /api/me {}'],
    ['rename', (api) => api.rename({ name: 'Zoë' }), 'PATCH /api/me {"name":"Zoë"}'],
    ['account', (api) => accountApi(api).account(), 'GET /api/account'],
    [
      'passkey options',
      (api) => accountApi(api).passkeyOptions(),
      'POST /api/account/passkeys/options {}',
    ],
    [
      'removing a passkey',
      (api) => accountApi(api).removePasskey('a/b'),
      'DELETE /api/account/passkeys/a%2Fb',
    ],
    [
      'removing the password',
      (api) => accountApi(api).removePassword({ current: 'x' }),
      'DELETE /api/account/password {"current":"x"}',
    ],
    ['removing the address', (api) => accountApi(api).removeEmail(), 'DELETE /api/account/email'],
    [
      'adding an address',
      (api) => accountApi(api).addEmail({ email: 'a@b.c' }),
      'POST /api/account/email {"email":"a@b.c"}',
    ],
    [
      'a link to sign in',
      (api) => accountApi(api).sendSignInLink({ email: 'a@b.c' }),
      'POST /api/sign-in/email {"email":"a@b.c"}',
    ],
    [
      'signing in by passkey',
      (api) => accountApi(api).signInPasskeyOptions(),
      'POST /api/sign-in/passkey/options {}',
    ],
    [
      'hand-overs',
      (api) => accountApi(api).lookAtHandOver({ code: '7K3Q-M0XA' }),
      'POST /api/hand-overs/look {"code":"7K3Q-M0XA"}',
    ],
    ['my devices', (api) => accountApi(api).sessions(), 'GET /api/me/sessions'],
    [
      'signing one out',
      (api) => accountApi(api).endSession('s 1'),
      'DELETE /api/me/sessions/s%201',
    ],
    [
      'signing the others out',
      (api) => accountApi(api).endOtherSessions(),
      'DELETE /api/me/sessions',
    ],
    ['signing out', (api) => accountApi(api).signOut(), 'POST /api/auth/sign-out {}'],
    ['being forgotten', (api) => accountApi(api).deleteMe(), 'DELETE /api/me {"sure":true}'],
    ['people', (api) => peopleApi(api).people(), 'GET /api/people'],
    ['head to head', (api) => peopleApi(api).headToHead('b'), 'GET /api/people/b'],
    ['blocking', (api) => peopleApi(api).setBlocked('b', true), 'PUT /api/people/b/block'],
    [
      'blocking no more',
      (api) => peopleApi(api).setBlocked('b', false),
      'DELETE /api/people/b/block',
    ],
    [
      'my games',
      (api) => playsAt(api)({ state: 'finished', before: 'x y' }),
      'GET /api/plays?state=finished&before=x+y',
    ],
    ['a play', (api) => api.play('p'), 'GET /api/plays/p'],
    ['dailies', (api) => api.dailies(), 'GET /api/dailies'],
    ['a daily', (api) => api.daily(day, 'bisley'), `GET /api/dailies/${day}/bisley`],
    [
      'its board',
      (api) => api.dailyBoard(day, 'bisley', 'fewest'),
      `GET /api/dailies/${day}/bisley/boards/fewest`,
    ],
    ['its times', (api) => api.dailyTimes(day, 'bisley'), `GET /api/dailies/${day}/bisley/times`],
  ];

  test.each(calls)('%s', async (_name, call, asked) => {
    const seen: string[] = [];
    const api = createApi(async (path, { method, body }) => {
      seen.push([method, path, ...(body === undefined ? [] : [String(body)])].join(' '));
      return new Response('{}');
    });
    expect(await call(api)).toEqual({ ok: true, data: {} });
    expect(seen).toEqual([asked]);
  });
});

test('a refusal is handed on once its words are there', async () => {
  let arrive = (): void => undefined;
  const words = new Promise<void>((resolve) => (arrive = resolve));
  const asked: string[] = [];
  const api = createApi(
    async () => new Response('{"error":{"code":"forbidden"}}', { status: 403 }),
    (code) => (asked.push(code), words),
  );
  let answer: unknown;
  const calling = api.dailies().then((given) => (answer = given));
  await vi.waitFor(() => expect(asked).toEqual(['forbidden']));
  expect(answer).toBeUndefined();
  arrive();
  await calling;
  expect(answer).toEqual({ ok: false, error: { code: 'forbidden' } });
});

test('P8: without its own words a refusal is told as a fault, and with them as what it is', async () => {
  // Other tests may have fetched the words.
  vi.resetModules();
  const anew = await import('../messages/error-text.svelte.ts');
  expect(anew.errorText({ code: 'forbidden' })).toBe(commonErrors.internal);
  expect(anew.prepareErrorText('unavailable')).toBeUndefined();
  await anew.prepareErrorText('forbidden');
  expect(anew.errorText({ code: 'forbidden' })).toBe(errors.forbidden);
  expect(anew.prepareErrorText('race-full')).toBeUndefined();
});
