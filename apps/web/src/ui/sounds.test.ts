import { expect, test } from 'vitest';
import { noteOf } from './sounds.ts';

test('the note of a card that comes home rises with its rank, an octave every five ranks', () => {
  const notes = Array.from({ length: 13 }, (_, rank) => noteOf(rank));
  expect(notes).toEqual([...notes].sort((a, b) => a - b));
  expect(notes[5]! / notes[0]!).toBeCloseTo(2);
});
