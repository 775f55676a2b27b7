import { errors as protocolErrors } from '@same-deal/protocol';
import { expect, test } from 'vitest';
import { errorText, t } from '../messages/index.ts';
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
  expect(await answering(status, body).plays()).toEqual({ ok: false, error: { code } });
});

test('no answer at all is `unavailable`', async () => {
  const api = createApi(() => Promise.reject(new TypeError('failed to fetch')));
  expect(await api.plays()).toEqual({ ok: false, error: { code: 'unavailable' } });
});

test('requests stay with this origin and carry JSON', async () => {
  let seen: [string, RequestInit] | undefined;
  const api = createApi(async (path, init) => {
    seen = [path, init];
    return new Response('{}');
  });
  await api.acceptHandOver({ code: '7K3Q-M0XA', guest: 'bring' });
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
  expect(Object.keys(t.errors).sort()).toEqual(Object.keys(protocolErrors).sort());
  expect(errorText({ code: 'from-the-future' as 'internal' })).toBe(t.errors.internal);
});
