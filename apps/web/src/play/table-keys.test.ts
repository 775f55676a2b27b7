import { describe, expect, test } from 'vitest';
import { helpWords } from '../messages/help.en.ts';
import { questionWords } from '../messages/questions.en.ts';
import { commandOf, questions } from './table-keys.ts';
import type { KeyPlace, KeyPress } from './table-keys.ts';

const press = (key: string, more: Partial<KeyPress> = {}): KeyPress => ({
  key,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  shiftKey: false,
  ...more,
});

const atBoard: KeyPlace = { isAtBoard: true, hasLetters: true, hasEnded: false };
const ended: KeyPlace = { ...atBoard, hasEnded: true };
const elsewhere: KeyPlace = { ...atBoard, isAtBoard: false };
const withoutLetters: KeyPlace = { ...atBoard, hasLetters: false };
const printable = Array.from({ length: 94 }, (_, n) => String.fromCharCode(33 + n));

describe('P11: no key is taken from those who need it for something else', () => {
  test('beside the cards only ? and Escape act', () => {
    const keys = [...printable, ' ', 'Enter', 'F1', 'F6', 'ArrowUp', 'Escape'];
    const acting = keys.filter((key) => commandOf(press(key), elsewhere, ['n']) !== undefined);
    expect(acting).toEqual(['?', 'Escape']);
    expect(commandOf(press('z', { ctrlKey: true }), elsewhere)).toBeUndefined();
  });

  test('single letters and signs can be turned off', () => {
    const acting = printable.filter((key) => commandOf(press(key), withoutLetters, ['n']));
    expect(acting).toEqual([]);
    expect(commandOf(press('?'), { ...withoutLetters, isAtBoard: false })).toBeUndefined();
    expect(commandOf(press('F1'), withoutLetters)).toBe('help');
    expect(commandOf(press('z', { ctrlKey: true }), withoutLetters)).toBe('undo');
  });
});

describe('P11: those who listen can ask', () => {
  test('every question has a letter of its own, which the help names', () => {
    const asked = Object.values(questions);
    expect(new Set(asked)).toEqual(new Set(Object.keys(questionWords.asks)));
    for (const [key, question] of Object.entries(questions)) {
      expect(commandOf(press(key), atBoard)).toBe(question);
      expect(questionWords.asks[question]).not.toBe('');
    }
  });

  test('what lies there and what has happened can be asked when the play has ended', () => {
    for (const key of ['w', 'l', 'c', 's', 'o', 'F6'])
      expect(commandOf(press(key), ended)).toBeDefined();
  });
});

describe('P11: the keyboard alone is enough', () => {
  test.each([
    ['h', 'home'],
    ['d', 'deal'],
    ['z', 'undo'],
    ['y', 'redo'],
    ['a', 'collect'],
    ['p', 'look'],
    ['?', 'help'],
    ['Escape', 'cancel'],
    ['F1', 'help'],
    ['F6', 'next-area'],
  ])('%s asks to %s', (key, command) => {
    expect(commandOf(press(key), atBoard)).toBe(command);
  });

  test('capitals mean the same', () => {
    expect(commandOf(press('H', { shiftKey: true }), atBoard)).toBe('home');
  });

  test('the usual keys for undo and redo work on every system', () => {
    expect(commandOf(press('z', { ctrlKey: true }), atBoard)).toBe('undo');
    expect(commandOf(press('z', { metaKey: true }), atBoard)).toBe('undo');
    expect(commandOf(press('Z', { metaKey: true, shiftKey: true }), atBoard)).toBe('redo');
    expect(commandOf(press('y', { ctrlKey: true }), atBoard)).toBe('redo');
  });

  test('the browser keeps its own: copying, printing, going back', () => {
    expect(commandOf(press('c', { ctrlKey: true }), atBoard)).toBeUndefined();
    expect(commandOf(press('p', { metaKey: true }), atBoard)).toBeUndefined();
    expect(commandOf(press('ArrowLeft', { altKey: true }), atBoard)).toBeUndefined();
    expect(commandOf(press('z', { altKey: true }), atBoard)).toBeUndefined();
  });

  test('other keys ask nothing, unless the page has a use for them', () => {
    expect(commandOf(press('n'), atBoard)).toBeUndefined();
    expect(commandOf(press('N'), atBoard, ['n'])).toEqual({ more: 'n' });
    expect(commandOf(press('n', { ctrlKey: true }), atBoard, ['n'])).toBeUndefined();
    expect(commandOf(press('Tab'), atBoard, ['n'])).toBeUndefined();
    expect(commandOf(press('ArrowUp'), atBoard)).toBeUndefined();
  });

  test('when the play has ended nothing can be played, and help is still there', () => {
    for (const key of ['h', 'd', 'z', 'y', 'a', 'p', 'n', 'm', 't']) {
      expect(commandOf(press(key), ended, ['n'])).toBeUndefined();
    }
    expect(commandOf(press('z', { ctrlKey: true }), ended)).toBeUndefined();
    expect(commandOf(press('?'), ended)).toBe('help');
  });

  test('help names every letter that has a meaning', () => {
    const named = helpWords.keys.map(([key]) => key).join(' ');
    for (const letter of ['H', 'D', 'Z', 'Y', 'A', 'P', '?', 'Esc', 'F1', 'F6'])
      expect(named).toContain(letter);
  });
});
