import {
  encodeEntry,
  enter,
  gameList,
  legalMoves,
  packOf,
  startPlay,
  turnedUpBy,
  variantOf,
  viewOf,
  unwrap,
} from '@same-deal/engine';
import type { Entry, Play } from '@same-deal/engine';
import type { LogEntry } from '@same-deal/protocol';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { entryText } from './entry-text.ts';
import {
  endedFirst,
  filmOf,
  filmOfWayHome,
  LONGEST_PAUSE_MS,
  partingOf,
  pauseAfter,
} from './replay-frames.ts';
import { ReplaySession } from './replay-session.svelte.ts';

/** A log as the service tells it: the opening view, and the card that each entry turned up. */
function recorded(variant: string, entries: number) {
  const pack = packOf('7', variantOf(variant).packs);
  if (!pack.ok) throw new Error('deal 7 exists');
  let play: Play = unwrap(startPlay(variant, pack.value, 'free'));
  const start = viewOf(play.position) as { variant: string; piles: number[][]; counters: number[] };
  const log: LogEntry[] = [];
  for (let n = 0; n < entries; n++) {
    const moves = legalMoves(play.position);
    const move = moves[(n * 7) % Math.max(1, moves.length)];
    const entry: Entry = n % 9 === 8 || !move ? 'undo' : move;
    const next = enter(play, entry);
    if (!next.ok) break;
    const turnedUp =
      typeof entry === 'string' ? undefined : turnedUpBy(play.position, entry, next.value.position);
    log.push({
      entry: encodeEntry(entry),
      elapsedMs: n * 1000,
      ...(turnedUp === undefined ? {} : { turnedUp }),
    });
    play = next.value;
  }
  return { snapshot: { start, undo: 'free' as const, log }, final: play };
}

describe.each(gameList.flatMap((game) => game.variants.map((variant) => variant.id)))(
  'P9: a replay of %s',
  (variant) => {
    const { snapshot, final } = recorded(variant, 60);
    const film = filmOf(snapshot);

    test('ends on the table the play ended on', () => {
      expect(film.breaksOff).toBe(false);
      expect(film.frames.length).toBe(snapshot.log.length + 1);
      expect(film.frames.at(-1)?.play.position).toEqual(viewOf(final.position));
    });

    test('puts every entry into words', () => {
      for (const frame of film.frames) {
        const text = entryText(variantOf(variant), frame);
        expect(text).toMatch(/\S/);
        expect(text).not.toMatch(/undefined|NaN/);
      }
    });
  },
);

test('a log that does not follow the rules is shown up to where it breaks off', () => {
  const { snapshot } = recorded('bisley/thirteen', 5);
  const film = filmOf({ ...snapshot, log: [...snapshot.log, { entry: 0x0101, elapsedMs: 9 }] });
  expect(film.breaksOff).toBe(true);
  expect(film.frames.length).toBe(6);
});

test('two films part after the entries they have in common', () => {
  const { snapshot } = recorded('bisley/thirteen', 12);
  const film = filmOf(snapshot);
  const upTo = (n: number) => filmOf({ ...snapshot, log: snapshot.log.slice(0, n) });
  expect(partingOf(film, film)).toBe(12);
  expect(partingOf(film, upTo(5))).toBe(5);
  expect(partingOf(upTo(5), film)).toBe(5);
  expect(partingOf(film, upTo(0))).toBe(0);
  const conceded = { entry: encodeEntry('concede'), elapsedMs: 99_000 };
  const other = filmOf({ ...snapshot, log: [...snapshot.log.slice(0, 7), conceded] });
  expect(partingOf(film, other)).toBe(7);

  // Whoever has only stopped has not played otherwise.
  expect(endedFirst([film, film])).toBeUndefined();
  expect(endedFirst([film, upTo(5)])).toBe(1);
  expect(endedFirst([other, film])).toBe(0);
  expect(endedFirst([other, upTo(7)])).toBeUndefined();
  const undone = { entry: encodeEntry('undo'), elapsedMs: 99_000 };
  const another = filmOf({ ...snapshot, log: [...snapshot.log.slice(0, 3), undone] });
  expect(endedFirst([film, another])).toBeUndefined();
});

test('a way home through the stock shows each card as it is turned up', () => {
  const pack = packOf('7', 2);
  if (!pack.ok) throw new Error('deal 7 exists');
  const { snapshot, final } = recorded('alhambra/standard', 8);
  const codes = snapshot.log.map(({ entry }) => entry);
  const film = filmOfWayHome('alhambra/standard', pack.value, codes);
  expect(film.breaksOff).toBe(false);
  expect(film.frames.at(-1)?.play.position).toEqual(viewOf(final.position));
});

test('long pauses are cut, and speeds divide what is left', () => {
  const { snapshot } = recorded('bisley/thirteen', 3);
  const log = snapshot.log.map((entry, n) => ({
    ...entry,
    elapsedMs: [800, 60_800, 61_000][n] ?? 0,
  }));
  const film = filmOf({ ...snapshot, log });
  expect([0, 1, 2, 3].map((n) => pauseAfter(film, n, 1))).toEqual([
    800,
    LONGEST_PAUSE_MS,
    200,
    undefined,
  ]);
  expect(pauseAfter(film, 1, 4)).toBe(LONGEST_PAUSE_MS / 4);
});

describe('watching', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  test('the film runs to its end and stops; stepping by hand stops it too', () => {
    const replay = new ReplaySession(filmOf(recorded('alhambra/standard', 10).snapshot));
    replay.play();
    vi.advanceTimersByTime(2_500);
    expect(replay.index).toBe(3);
    replay.step(1);
    expect([replay.index, replay.isPlaying]).toEqual([4, false]);
    replay.speed = 16;
    replay.play();
    vi.runAllTimers();
    expect([replay.index, replay.isPlaying]).toEqual([replay.last, false]);
    replay.step(5);
    expect(replay.index).toBe(replay.last);
    replay.toggle();
    expect([replay.index, replay.isPlaying]).toEqual([0, true]);
    replay.pause();
  });
});
