import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Announcer } from './announcer.svelte.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** What a reader would say: every change of the region's text. */
function heardFrom(announcer: Announcer) {
  const heard: string[] = [];
  return (ms: number): readonly string[] => {
    for (let passed = 0; passed < ms; passed += 10) {
      const before = announcer.text;
      vi.advanceTimersByTime(10);
      if (announcer.text !== before) heard.push(announcer.text.trim());
    }
    return heard;
  };
}

test('P11: the last word wins: what was overtaken before it was said is not said', () => {
  const announcer = new Announcer();
  const after = heardFrom(announcer);
  announcer.say('7 of hearts selected.');
  announcer.say('7 of hearts to column 4.');
  expect(after(1_000)).toEqual(['7 of hearts to column 4.']);
});

test('P11: the same words again are heard again, as often as they are said', () => {
  const announcer = new Announcer();
  const after = heardFrom(announcer);
  for (const ms of [500, 1_000, 1_500]) {
    announcer.say('Dealt.');
    expect(after(500)).toHaveLength(ms / 500);
  }
  expect(announcer.text.trim()).toBe('Dealt.');
});

test('what holds no longer is not said any more, nor left to be read where it was said', () => {
  const announcer = new Announcer();
  const after = heardFrom(announcer);
  announcer.say('Won!');
  announcer.add('1 move is not stored yet.');
  announcer.takeBack('1 move is not stored yet.');
  expect(after(1_000)).toEqual(['Won!']);
  announcer.say('You’re offline.');
  after(1_000);
  announcer.takeBack('You’re offline.');
  expect(announcer.text).toBe('');
});

test('what follows from the same key goes on with the sentence', () => {
  const announcer = new Announcer();
  const after = heardFrom(announcer);
  announcer.say('The suits must match.');
  announcer.say('King of clubs selected.', true);
  expect(after(1_000)).toEqual(['The suits must match. King of clubs selected.']);
});

test('P11: news that no key asked for is not lost to an own word that comes with it, nor to one after a dialog', () => {
  let isBehindDialog = false;
  const announcer = new Announcer(() => isBehindDialog);
  const after = heardFrom(announcer);
  announcer.add('Ben has won: 3 minutes left.');
  announcer.say('7 of hearts to column 4.');
  expect(after(1_000)).toEqual(['7 of hearts to column 4. Ben has won: 3 minutes left.']);
  isBehindDialog = true;
  announcer.add('Cleo gave up.');
  after(1_000);
  isBehindDialog = false;
  announcer.say('8 of hearts to column 4.');
  expect(after(1_000).at(-1)).toBe('8 of hearts to column 4. Cleo gave up.');
  announcer.sayWhenQuiet('Dora is half-way home.');
  after(3_990);
  announcer.say('9 of hearts to column 4.');
  expect(after(6_000).at(-1)).toBe('Dora is half-way home.');
});

test('P11: of titles that follow each other at once only the last is said, where the first would have been', () => {
  const announcer = new Announcer();
  const after = heardFrom(announcer);
  announcer.addTitle('Laying out the cards… · Same Deal');
  announcer.add('Your turn.');
  announcer.addTitle('Bisley, solo · Same Deal');
  after(1_000);
  announcer.addTitle('Bisley: over · Same Deal');
  expect(after(1_000)).toEqual(['Bisley, solo · Same Deal Your turn.', 'Bisley: over · Same Deal']);
});

test('what comes later stands alone', () => {
  const announcer = new Announcer();
  const after = heardFrom(announcer);
  announcer.say('Dealt.');
  after(500);
  announcer.add('King of clubs turned up.');
  expect(after(500)).toEqual(['Dealt.', 'King of clubs turned up.']);
});

test('P11: what others do is never said over an own move, nor between two', () => {
  const announcer = new Announcer();
  const after = heardFrom(announcer);
  announcer.say('7 of hearts to column 4.');
  announcer.sayWhenQuiet('Ben is half-way home.');
  after(3_000);
  announcer.say('8 of hearts to column 4.');
  announcer.sayWhenQuiet('Cleo is half-way home.');
  expect(after(4_500)).toEqual(['7 of hearts to column 4.', '8 of hearts to column 4.']);
  expect(after(1_000).at(-1)).toBe('Ben is half-way home. Cleo is half-way home.');
});

test('P11: what others do waits for a dialog to close, as nothing behind one is heard', () => {
  let isBehindDialog = true;
  const announcer = new Announcer(() => isBehindDialog);
  const after = heardFrom(announcer);
  announcer.sayWhenQuiet('Ben gave up.');
  expect(after(10_000)).toEqual([]);
  announcer.sayWhenQuiet('Cleo is half-way home.');
  isBehindDialog = false;
  expect(after(1_000)).toEqual(['Ben gave up. Cleo is half-way home.']);
});

test('P11: what is said behind a dialog is heard when that has closed', () => {
  let isBehindDialog = true;
  const announcer = new Announcer(() => isBehindDialog);
  const after = heardFrom(announcer);
  announcer.add('Ben has won: 3:00 left.');
  expect(after(2_000)).toEqual([]);
  announcer.add('You’re online again.');
  expect(after(2_000)).toEqual([]);
  isBehindDialog = false;
  expect(after(1_000)).toEqual(['Ben has won: 3:00 left. You’re online again.']);
});

test('what others do is said at once when it is quiet', () => {
  const announcer = new Announcer();
  const after = heardFrom(announcer);
  announcer.sayWhenQuiet('Ben is half-way home.');
  expect(after(200)).toEqual(['Ben is half-way home.']);
});

test('the last thing can be heard again, and before there is one nothing is said', () => {
  const announcer = new Announcer();
  const after = heardFrom(announcer);
  announcer.repeat();
  expect(after(500)).toEqual([]);
  announcer.say('Dealt.');
  after(500);
  announcer.repeat();
  expect(after(500)).toEqual(['Dealt.', 'Dealt.']);
});
