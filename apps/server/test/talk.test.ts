// What people say at a race: phrases, not too many, to those who are there; and names that are reported.
import type { ModerationLog, MyData } from '@same-deal/protocol';
import { expect, test } from 'vitest';
import { device } from './support/app.ts';
import { openLobby } from './support/races.ts';
import { openTab } from './support/sockets.ts';
import { serveAll } from './support/until-finished.ts';

const app = await serveAll();
const { url } = app;

test('a player’s phrase reaches everybody at the race; there is no free text, and no flood', async () => {
  const [anna, ben, wanda] = [await openTab(url), await openTab(url), await openTab(url)];
  const code = await openLobby([anna, ben]);
  await wanda.ask('race:enter', { code });
  await anna.ask('race:say', { code, phrase: 'good-luck' });
  for (const tab of [anna, ben, wanda]) {
    const said = await tab.news('race:said');
    expect(said).toEqual({ code, playerId: anna.me.id, phrase: 'good-luck' });
  }
  const codeOf = async (tab: typeof anna, request: object) => {
    const answer = await tab.request('race:say', request as { code: string; phrase: 'hello' });
    return answer.ok ? undefined : answer.error.code;
  };
  expect(await codeOf(anna, { code, phrase: 'anything else' })).toBe('bad-request');
  expect(await codeOf(wanda, { code, phrase: 'hello' }), 'a watcher').toBe('not-in-race');
  expect(await codeOf(ben, { code: 'ABCDEF', phrase: 'hello' })).toBe('not-found');
  const answers = await Promise.all(
    Array.from({ length: 6 }, () => codeOf(ben, { code, phrase: 'hello' })),
  );
  expect(answers.filter((answer) => answer === 'too-many-requests').length).toBeGreaterThan(2);
  for (const tab of [anna, ben, wanda]) tab.close();
});

test('a name is reported with one request, once, and moderators see it until it is hidden', async () => {
  const [anna, ben, mo] = [device(app.app), device(app.app), device(app.app)];
  const ids = [];
  for (const one of [anna, ben, mo]) {
    ids.push(((await one.post('/api/me', {})).body as { id: string }).id);
  }
  const [hers, his, moderator] = ids;
  await app.database.pool.query(`update users set role = 'moderator' where id = $1`, [moderator]);
  for (let n = 0; n < 2; n++) {
    expect((await anna.post(`/api/people/${his}/report`, {})).status).toBe(200);
  }
  expect((await anna.post(`/api/people/${hers}/report`, {})).status, 'oneself').toBe(404);
  expect((await anna.post('/api/people/nobody/report', {})).status).toBe(404);
  expect((await device(app.app).post(`/api/people/${his}/report`, {})).status).toBe(401);
  const reports = async () => ((await mo.get('/api/moderation')).body as ModerationLog).reports;
  expect(await reports()).toMatchObject([{ playerId: his, times: 1 }]);
  const { reported } = (await anna.get('/api/me/export')).body as MyData;
  expect(reported).toHaveLength(1);
  await mo.post('/api/moderation', { action: 'hide-name', playerId: his, reason: 'rude' });
  expect(await reports()).toEqual([]);
});
