/** How plays end that no entry has ended. */
import { encodeEntry, legalMoves } from '@same-deal/engine';
import { expect, test } from 'vitest';
import { advance, logOf, recordOf } from '../src/play/play-record.ts';
import { endsNow, endsOf } from '../src/play/settlement.ts';
import { raceHeader } from './support/play-header.ts';

const T = 1_800_000_000_000;
const header = raceHeader(T);
const move = legalMoves(recordOf(header, []).play.position)[0]!;
const moved = { code: encodeEntry(move), elapsedMs: 5_000 };
const conceded = { code: encodeEntry('concede'), elapsedMs: 7_000 };
const running = { header, entries: [moved] };
const over = { header: { ...header, id: 'over' }, entries: [moved, conceded] };

test('a play that still runs keeps all from ending until time is up', async () => {
  expect(await endsOf([over, running], false)).toBeUndefined();
  expect(await endsOf([over], false)).toMatchObject([{ playId: 'over' }]);
  expect(await endsOf([], false)).toEqual([]);
});

test('the clock ends what runs, with its figures; what had ended keeps its own end', async () => {
  const ends = await endsOf([over, running], true);
  expect(ends).toMatchObject([
    { playId: 'over', endedAt: new Date(T + 7_000), figures: { ending: 'conceded', moves: 1 } },
    {
      playId: header.id,
      endedAt: new Date(T + 900_000),
      figures: { ending: 'cap', moves: 1, elapsedMs: 900_000 },
    },
  ]);
  expect(ends?.some((end) => 'closesAt' in end)).toBe(false);
  // Marked as ended by its cap already: its log says otherwise.
  const marked = { ...over, header: { ...over.header, endedByCap: true } };
  expect(await endsOf([marked], true)).toMatchObject([{ figures: { ending: 'conceded' } }]);
});

test('a log that does not replay counts up to its last good entry, and ends as time does', async () => {
  const broken = { header, entries: [moved, { ...moved, number: 7 }] };
  expect(await endsOf([broken], false)).toMatchObject([
    { figures: { ending: 'cap', moves: 1, elapsedMs: 900_000 } },
  ]);
});

test('what is given up ends now, or at its start if that is yet to come', async () => {
  const next = advance(recordOf(header, []), move, moved.code, moved.elapsedMs);
  expect(next.ok && logOf(next.value)).toHaveLength(1);
  expect(await endsNow([running], T + 60_000)).toMatchObject([
    {
      playId: header.id,
      closesAt: new Date(T + 60_000),
      endedAt: new Date(T + 60_000),
      figures: { ending: 'cap', elapsedMs: 60_000 },
    },
  ]);
  expect(await endsNow([{ header, entries: [] }], T - 3_000)).toMatchObject([
    { closesAt: new Date(T), endedAt: new Date(T), figures: { elapsedMs: 0 } },
  ]);
  expect(await endsNow([over, running], T + 9_000)).toMatchObject([
    { playId: 'over', closesAt: new Date(T + 9_000), figures: { ending: 'conceded' } },
    { playId: header.id },
  ]);
});
