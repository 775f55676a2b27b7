import { describe, expect, test } from 'vitest';
import { helpWords } from '../messages/help.en.ts';
import { commandOf } from './table-keys.ts';
import type { KeyPress } from './table-keys.ts';

const press = (key: string, more: Partial<KeyPress> = {}): KeyPress => ({
  key,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  shiftKey: false,
  ...more,
});

describe('P11: the keyboard alone is enough', () => {
  test.each([
    ['h', 'home'],
    ['d', 'deal'],
    ['z', 'undo'],
    ['y', 'redo'],
    ['c', 'collect'],
    ['p', 'look'],
    ['?', 'help'],
    ['Escape', 'cancel'],
    ['ArrowUp', 'to-cards'],
    ['ArrowLeft', 'to-cards'],
  ])('%s asks to %s', (key, command) => {
    expect(commandOf(press(key), false)).toBe(command);
  });

  test('capitals mean the same', () => {
    expect(commandOf(press('H', { shiftKey: true }), false)).toBe('home');
  });

  test('the usual keys for undo and redo work on every system', () => {
    expect(commandOf(press('z', { ctrlKey: true }), false)).toBe('undo');
    expect(commandOf(press('z', { metaKey: true }), false)).toBe('undo');
    expect(commandOf(press('Z', { metaKey: true, shiftKey: true }), false)).toBe('redo');
    expect(commandOf(press('y', { ctrlKey: true }), false)).toBe('redo');
  });

  test('the browser keeps its own: copying, printing, going back', () => {
    expect(commandOf(press('c', { ctrlKey: true }), false)).toBeUndefined();
    expect(commandOf(press('p', { metaKey: true }), false)).toBeUndefined();
    expect(commandOf(press('ArrowLeft', { altKey: true }), false)).toBeUndefined();
    expect(commandOf(press('z', { altKey: true }), false)).toBeUndefined();
  });

  test('other keys ask nothing, unless the page has a use for them', () => {
    expect(commandOf(press('n'), false)).toBeUndefined();
    expect(commandOf(press('N'), false, ['n'])).toEqual({ more: 'n' });
    expect(commandOf(press('n', { ctrlKey: true }), false, ['n'])).toBeUndefined();
    expect(commandOf(press('Tab'), false, ['n'])).toBeUndefined();
  });

  test('when the play has ended nothing can be played, and help is still there', () => {
    for (const key of ['h', 'd', 'z', 'y', 'c', 'p', 'n', 'ArrowUp']) {
      expect(commandOf(press(key), true, ['n'])).toBeUndefined();
    }
    expect(commandOf(press('z', { ctrlKey: true }), true)).toBeUndefined();
    expect(commandOf(press('?'), true)).toBe('help');
  });

  test('help names every letter that has a meaning', () => {
    const named = helpWords.keys.map(([key]) => key).join(' ');
    for (const letter of ['H', 'D', 'Z', 'Y', 'C', 'P', '?', 'Esc'])
      expect(named).toContain(letter);
  });
});
