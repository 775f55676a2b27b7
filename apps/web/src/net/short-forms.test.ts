import { describe, expect, test } from 'vitest';
import { newsWith, readAnswer } from './short-forms.ts';

const playId = '0b5e8f1c-7d2a-4c3e-9f10-a1b2c3d4e5f6';

describe('P5: an entry that is acknowledged in short form', () => {
  test('is the move that was sent, at the number it was sent with', () => {
    const request = { playId, expected: 7, move: 513 };
    expect(readAnswer('play:move', request, [1200])).toEqual({
      ok: true,
      data: { number: 7, entry: 513, elapsedMs: 1200, ending: null },
    });
    expect(readAnswer('play:move', request, [1200, 31])).toMatchObject({ data: { turnedUp: 31 } });
    expect(readAnswer('play:move', request, [1200, null, 'won'])).toEqual({
      ok: true,
      data: { number: 7, entry: 513, elapsedMs: 1200, ending: 'won' },
    });
  });

  test('and what comes with it of the race is news of its own', () => {
    const request = { playId, expected: 7, move: 513 };
    const news = ['ABC234', 5, [[1, 9, 0]]];
    const raw = [1200, null, null, news];
    expect(readAnswer('play:move', request, raw)).toEqual(readAnswer('play:move', request, [1200]));
    expect(newsWith(raw)).toBe(news);
    for (const without of [[1200], [1200, 31], { ok: false }]) {
      expect(newsWith(without)).toBeUndefined();
    }
  });

  test('or the undo or concede', () => {
    const request = { playId, expected: 2 };
    expect(readAnswer('play:undo', request, [9])).toMatchObject({ data: { entry: 0xffff } });
    const gaveUp = readAnswer('play:concede', request, [9, null, 'conceded']);
    expect(gaveUp).toMatchObject({ data: { entry: 0xfffe, ending: 'conceded' } });
  });

  test('everything else is what it is', () => {
    const refused = { ok: false, error: { code: 'stale' } };
    expect(readAnswer('play:undo', { playId, expected: 2 }, refused)).toBe(refused);
  });
});
