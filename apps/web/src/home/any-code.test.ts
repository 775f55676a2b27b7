/** The one field for codes and links on the start page. */
import { formatDealCode } from '@same-deal/engine';
import { expect, test } from 'vitest';
import { homeWords as words } from '../messages/home.en.ts';
import { meaningOf } from './any-code.ts';

test.each([
  ['abc-234', { code: 'ABC234' }],
  [' abc 234 ', { code: 'ABC234' }],
  ['https://same-deal.test/race/ABC234', { path: '/race/ABC234' }],
  ['same-deal.test/duplicate/ABC234?from=mail', { path: '/duplicate/ABC234' }],
  ['https://same-deal.test/continue#a-long-token', { path: '/continue#a-long-token' }],
  ['abcd 2345', { path: '/continue#ABCD2345' }],
  ['/rules/bisley', { path: '/rules/bisley' }],
  ['https://same-deal.test/elsewhere', { mistake: words.joinNoLink }],
  [formatDealCode(24_680), { mistake: words.joinIsDeal }],
  ['24680', { mistake: words.joinIsDeal }],
  ['12345678', { mistake: words.joinIsDeal }],
  ['', { mistake: words.joinEmpty }],
  ['hello', { mistake: words.joinUnknown }],
])('%s', (typed, meaning) => expect(meaningOf(typed)).toEqual(meaning));
