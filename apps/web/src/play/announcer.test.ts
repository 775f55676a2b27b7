import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Announcer } from './announcer.svelte.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const said = (announcer: Announcer) => announcer.lines.map(({ text }) => text);

test('P11: what is shown is said as well, what is only said is not shown', () => {
  const announcer = new Announcer();
  announcer.say('7 of hearts to column 4.');
  expect(announcer.toast).toBeUndefined();
  announcer.show('The suits must match.');
  expect(announcer.toast?.text).toBe('The suits must match.');
  expect(said(announcer)).toEqual(['7 of hearts to column 4.', 'The suits must match.']);
});

test('the same words again are a line of their own, so that they are read again', () => {
  const announcer = new Announcer();
  announcer.say('Dealt.');
  announcer.say('Dealt.');
  const [one, other] = announcer.lines;
  expect(one?.id).not.toBe(other?.id);
});

test('a few lines stay until they are read, older ones go', () => {
  const announcer = new Announcer();
  for (let n = 1; n <= 9; n++) announcer.say(`${n}`);
  expect(said(announcer)).toEqual(['6', '7', '8', '9']);
});

test('what is shown stays long enough to be read, the latest for its whole time', () => {
  const announcer = new Announcer();
  announcer.show('one');
  vi.advanceTimersByTime(4_000);
  announcer.show('two');
  vi.advanceTimersByTime(4_000);
  expect(announcer.toast?.text).toBe('two');
  vi.advanceTimersByTime(500);
  expect(announcer.toast).toBeUndefined();
});

test('what is shown goes when something else is done, and stays said', () => {
  const announcer = new Announcer();
  announcer.show('one');
  announcer.hush();
  expect(announcer.toast).toBeUndefined();
  expect(said(announcer)).toEqual(['one']);
  expect(vi.getTimerCount()).toBe(0);
});
