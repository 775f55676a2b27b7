/** The one field for codes and links. */
import { formatDealCode } from '@same-deal/engine';
import type { Answer, DuplicateSnapshot, ErrorCode } from '@same-deal/protocol';
import { expect, test } from 'vitest';
import { codeWords as words } from '../messages/codes.en.ts';
import { errorText } from '../messages/index.ts';
import { meaningOf, whereTo } from './any-code.ts';

const dealCode = formatDealCode(24_680);

test.each([
  ['abc-234', { code: 'ABC234' }],
  [' abc 234 ', { code: 'ABC234' }],
  ['234567', { code: '234567' }],
  ['https://same-deal.test/race/ABC234', { path: '/race/ABC234' }],
  ['same-deal.test/duplicate/ABC234?from=mail', { path: '/duplicate/ABC234' }],
  ['https://same-deal.test/continue#a-long-token', { path: '/continue#a-long-token' }],
  ['abcd 2345', { path: '/continue#ABCD2345' }],
  ['/rules/bisley', { path: '/rules/bisley' }],
  ['https://same-deal.test/elsewhere', { mistake: words.codeNoLink }],
  [dealCode, { deal: dealCode }],
  ['24680', { deal: '24680' }],
  ['123456', { deal: '123456' }],
  ['12345678', { deal: '12345678' }],
  [
    dealCode.slice(0, -1) + (dealCode.endsWith('A') ? 'B' : 'A'),
    { mistake: words.dealMistakes.mistyped },
  ],
  ['', { mistake: words.codeEmpty }],
  ['hello', { mistake: words.codeUnknown }],
])('%s', (typed, meaning) => expect(meaningOf(typed)).toEqual(meaning));

test('where the service cannot say what a code is of, that is said, and it is no race’s unless there is one', async () => {
  const refused = (code: ErrorCode): Answer<never> => ({ ok: false, error: { code } });
  const asking = (group: ErrorCode, circle: ErrorCode, race: ErrorCode) => ({
    duplicate: async () => refused(group),
    get: async (path: string) => refused(path.startsWith('/api/races') ? race : circle),
  });
  const mistake = errorText({ code: 'unavailable' });
  for (const api of [
    asking('unavailable', 'unavailable', 'unavailable'),
    asking('not-found', 'unavailable', 'not-found'),
    asking('unavailable', 'bad-request', 'not-found'),
  ])
    expect(await whereTo('ABC234', api)).toEqual({ mistake });
  // Where many type a race's code at one address, circles are not looked for any more.
  const running = asking('not-found', 'too-many-requests', 'race-not-settled');
  expect(await whereTo('ABC234', running)).toEqual({ path: '/race/ABC234' });
});

test('six letters and digits are a group’s or a circle’s where there is one, else a race’s', async () => {
  const group: Answer<DuplicateSnapshot> = { ok: true, data: {} as DuplicateSnapshot };
  const none: Answer<never> = { ok: false, error: { code: 'not-found' } };
  const duplicate = async (code: string) => (code === 'ABC234' ? group : none);
  const get = async <Data>(path: string): Promise<Answer<Data>> =>
    path.endsWith('ABC236') ? { ok: true, data: {} as Data } : none;
  const api = { duplicate, get };
  expect(await whereTo('abc 234', api)).toEqual({ path: '/duplicate/ABC234' });
  expect(await whereTo('abc 235', api)).toEqual({ path: '/race/ABC235' });
  expect(await whereTo('abc 236', api)).toEqual({ path: '/circle/ABC236' });
  expect(await whereTo(dealCode, api)).toEqual({ deal: dealCode });
});
