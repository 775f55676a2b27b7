import type { Answer, PlayAnalysis } from '@same-deal/protocol';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { analysis as words } from '../messages/analysis.en.ts';
import { loadErrorWords } from '../messages/error-text.svelte.ts';
import { errors } from '../messages/errors.en.ts';
import { AnalysisSession } from './analysis-session.svelte.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const working: Answer<PlayAnalysis> = { ok: true, data: { state: 'working', askAgainInMs: 2_000 } };
const ready = {
  ok: true,
  data: { state: 'ready', lostAfter: 12 },
} as unknown as Answer<PlayAnalysis>;
const refused: Answer<PlayAnalysis> = { ok: false, error: { code: 'unavailable' } };
const live: Answer<PlayAnalysis> = { ok: false, error: { code: 'deal-is-live' } };

function asking(...answers: Answer<PlayAnalysis>[]) {
  const ask = vi.fn(async () => answers.shift() ?? working);
  return { ask, session: new AnalysisSession(ask) };
}
const wait = (ms: number) => vi.advanceTimersByTimeAsync(ms);

test('asks as often as the service wishes, until it knows', async () => {
  const { ask, session } = asking(working, working, ready);
  await wait(0);
  expect(session.state).toEqual({ state: 'working' });
  await wait(1_999);
  expect(ask).toHaveBeenCalledTimes(1);
  await wait(2_001);
  expect(ask).toHaveBeenCalledTimes(3);
  expect(session.state).toMatchObject({ state: 'ready', analysis: { lostAfter: 12 } });
  await wait(60_000);
  expect(ask).toHaveBeenCalledTimes(3);
});

test('P8: says that it cannot be had, and may be asked again', async () => {
  const { session } = asking(refused, ready);
  await wait(0);
  expect(session.state).toEqual({ state: 'failed', text: words.failed });
  void session.start();
  expect(session.state).toEqual({ state: 'working' });
  await wait(0);
  expect(session.state.state).toBe('ready');
});

test('P8: says of a live deal that it is still being played', async () => {
  // As the page does before it hands a refusal on.
  await loadErrorWords();
  const { session } = asking(live);
  await wait(0);
  expect(session.state).toEqual({ state: 'failed', text: errors['deal-is-live'] });
});

test('asks no more once nobody wants to know: the search is given up then', async () => {
  const { ask, session } = asking();
  await wait(0);
  session.close();
  await wait(60_000);
  expect(ask).toHaveBeenCalledTimes(1);
});
