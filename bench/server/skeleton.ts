/**
 * The minimum that a durable race costs: rules, group commit, coalesced progress, and nothing else. `skeleton.js URL`
 * needs an empty PostgreSQL. Nothing is awaited between a frame and its batch.
 */
import { decodeMove, encodeEntry, enter, openPlay } from '@same-deal/engine';
import type { Entry, Play } from '@same-deal/engine';
import pg from 'pg';
import { openingOf } from './tables.ts';
import { accepted, coalesce, serve } from './yardstick.ts';
import type { Acknowledge, Request } from './yardstick.ts';

interface Seat {
  readonly playId: string;
  readonly race: string;
  readonly seat: number;
  /** The committed state. */
  play: Play;
  /** Whether an entry is being committed; another one is refused until then. */
  isCommitting: boolean;
}

interface Waiting {
  readonly seat: Seat;
  readonly next: Play;
  readonly code: number;
  readonly elapsedMs: number;
  readonly acknowledge: Acknowledge;
}

const APPEND = `
insert into entries (play_id, number, code, elapsed_ms)
select * from unnest($1::uuid[], $2::int[], $3::int[], $4::int[])`;

const database = new pg.Client({ connectionString: process.argv[2] });
await database.connect();
await database.query(`
create table entries (
  play_id uuid, number int, code int not null, elapsed_ms int not null, primary key (play_id, number)
)`);

let waiting: Waiting[] = [];
let isWriting = false;

/** An array in PostgreSQL's text form; the driver would search each item for quotes. */
const arrayOf = (items: readonly Waiting[], of: (item: Waiting) => string | number): string =>
  `{${items.map(of).join()}}`;

/** Writes the batch collected while the last one was committed. */
function write(): void {
  const batch = waiting;
  waiting = [];
  isWriting = batch.length > 0;
  if (!isWriting) return;
  const values = [
    arrayOf(batch, ({ seat }) => seat.playId),
    arrayOf(batch, ({ next }) => next.entries),
    arrayOf(batch, ({ code }) => code),
    arrayOf(batch, ({ elapsedMs }) => elapsedMs),
  ];
  database.query({ name: 'append', text: APPEND, values }, (error) => {
    // The skeleton has no error handling.
    if (error) throw error;
    write();
    for (const one of batch) settle(one);
  });
}

function settle({ seat, next, code, elapsedMs, acknowledge }: Waiting): void {
  seat.play = next;
  seat.isCommitting = false;
  acknowledge(accepted(next.entries, code, elapsedMs));
  note?.(seat.race, seat.playId, [seat.seat, next.cardsHome, next.moves]);
}

function commit(seat: Seat, expected: number, entry: Entry, acknowledge: Acknowledge): void {
  if (seat.isCommitting || expected !== seat.play.entries + 1) {
    acknowledge({ ok: false, error: { code: 'stale' } });
    return;
  }
  const next = enter(seat.play, entry);
  if (!next.ok) {
    acknowledge({ ok: false, error: next.reason });
    return;
  }
  seat.isCommitting = true;
  const code = encodeEntry(entry);
  waiting.push({
    seat,
    next: next.value,
    code,
    elapsedMs: Math.floor(performance.now()),
    acknowledge,
  });
  if (isWriting) return;
  isWriting = true;
  // Entries that arrive in the same turn of the event loop share a batch.
  setImmediate(write);
}

let note: ReturnType<typeof coalesce<readonly number[]>> | undefined;

serve((io, socket, race) => {
  note ??= coalesce((to, players) => void io.to(to).emit('race:progressed', { players }));
  const seat: Seat = {
    playId: String(socket.handshake.query['play']),
    race,
    seat: io.of('/').adapter.rooms.get(race)?.size ?? 0,
    play: openPlay(openingOf(Number(race)), 'bounded'),
    isCommitting: false,
  };
  socket.on('play:move', ({ expected, move }: Request, acknowledge: Acknowledge) =>
    commit(seat, expected, decodeMove(move ?? -1), acknowledge),
  );
  socket.on('play:undo', ({ expected }: Request, acknowledge: Acknowledge) =>
    commit(seat, expected, 'undo', acknowledge),
  );
});
