// What the operator can watch, and who may.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { projectRoot } from '../src/project-root.ts';
import { buildTestApp } from './support/app.ts';
import type { TestApp } from './support/app.ts';
import { Player } from './support/races.ts';
import { listen, openTab } from './support/sockets.ts';
import type { Tab } from './support/sockets.ts';

const TOKEN = 'a token for tests only';
let app: TestApp;
let tab: Tab;

beforeAll(async () => {
  app = await buildTestApp({
    config: {
      publicUrl: undefined,
      smtp: undefined,
      logLevel: 'debug',
      trustProxy: 'loopback',
      metricsToken: TOKEN,
    },
  });
  tab = await openTab(await listen(app.app));
});
afterAll(async () => {
  tab.close();
  await app.close();
});

test('every series by which operations.md alerts is there from the start, so that its first increase is seen', async () => {
  const docs = readFileSync(path.join(projectRoot(), 'docs', 'operations.md'), 'utf8');
  const named = [...docs.matchAll(/(same_deal_\w+_total)\{(\w+)="([\w-]+)"\}/g)];
  expect(named.length).toBeGreaterThan(3);
  const now = Object.entries(await values());
  for (const [alert, name = '', label, value] of named) {
    const series = now.filter(
      ([one]) => one.startsWith(`${name}{`) && one.includes(`${label}="${value}"`),
    );
    expect(series.length, alert).toBeGreaterThan(0);
    expect(series.map(([, count]) => count)).toEqual(series.map(() => 0));
  }
});

const ask = (authorization?: string) =>
  app.app.inject({ url: '/metrics', ...(authorization && { headers: { authorization } }) });
/** The values now, by name and labels as they are written. */
async function values(): Promise<Record<string, number>> {
  const { body } = await ask(`Bearer ${TOKEN}`);
  const lines = body.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  return Object.fromEntries(
    lines.map((line) => {
      const end = line.lastIndexOf(' ');
      return [line.slice(0, end), Number(line.slice(end + 1))];
    }),
  );
}

test('moves, waits, batches, lines, refusals, queues, connections and the event loop are told to whoever shows the token', async () => {
  const { playId } = await tab.ask('play:create', { variant: 'sly-fox/standard' });
  const player = new Player(tab, await tab.ask('play:open', { playId }));
  for (let n = 0; n < 3; n++) await player.move();
  await tab.request('play:undo', { playId, expected: 9 });
  await app.app.inject('/api/races/ABCD/deal');
  const now = await values();
  expect(now).toMatchObject({
    'same_deal_entries_total{outcome="written"}': 3,
    same_deal_entry_wait_seconds_count: 3,
    'same_deal_entry_wait_seconds_bucket{le="+Inf"}': 3,
    same_deal_batch_entries_sum: 3,
    'same_deal_refusals_total{code="stale",way="line"}': 1,
    same_deal_lines: 1,
    'same_deal_queue_length{of="entries"}': 0,
    'same_deal_queue_length{of="searches"}': 0,
    'same_deal_database_connections{of="journal_busy"}': 0,
    same_deal_searches: 0,
    same_deal_draining: 0,
  });
  expect(Object.keys(now).some((name) => /^same_deal_refusals_total.*"http"/.test(name))).toBe(
    true,
  );
  expect(now['nodejs_eventloop_lag_p99_seconds']).toBeGreaterThanOrEqual(0);
  expect(now['process_resident_memory_bytes']).toBeGreaterThan(0);
});

test('to nobody else, and not at all unless a token is set', async () => {
  for (const shown of [undefined, TOKEN, 'Bearer ', `Bearer ${TOKEN}x`, `bearer ${TOKEN}`]) {
    const { statusCode, body } = await ask(shown);
    expect(statusCode).toBe(403);
    expect(body).not.toContain('same_deal_');
  }
  const without = await buildTestApp();
  const { body } = await without.app.inject({
    url: '/metrics',
    headers: { authorization: `Bearer ${TOKEN}` },
  });
  expect(body).not.toContain('same_deal_');
  await without.close();
});

test('P8: what fails is logged with its play, as one line of JSON', async () => {
  const { playId } = await tab.ask('play:create', { variant: 'sly-fox/standard' });
  await app.database.pool.query('alter table deals rename to deals_away');
  const answer = await tab.request('play:open', { playId });
  await app.database.pool.query('alter table deals_away rename to deals');
  expect(answer.ok).toBe(false);
  const lines = app
    .log()
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>);
  expect(lines.at(-1)).toMatchObject({ event: 'play:open', playId, msg: 'a request failed' });
});
