// P4, P5: whatever clients send, in whatever form and however many at once, what was acknowledged is in the log with that
// move at that number, the log replays, and no other play is touched.
import { randomUUID } from 'node:crypto';
import {
  decodeEntry,
  encodeMove,
  enter,
  legalMoves,
  packOf,
  startPlay,
  viewOf,
  unwrap,
} from '@same-deal/engine';
import type { Play } from '@same-deal/engine';
import type { AcceptedEntry } from '@same-deal/protocol';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { scaled } from '../../../tools/scale.ts';
import type { NewEntry } from '../src/play/journal.ts';
import { nodesRepository } from '../src/storage/nodes.ts';
import { playsRepository } from '../src/storage/play/plays.ts';
import { noSocketLimits } from './support/app.ts';
import { createTestDatabase } from './support/database.ts';
import type { TestDatabase } from './support/database.ts';
import { hasValkey, startNode } from './support/nodes.ts';
import type { TestNode } from './support/nodes.ts';
import { Player, playOf, storedLog } from './support/races.ts';
import { answerOf, openLine, openTab } from './support/sockets.ts';

/** How many stories are told. */
const RUNS = scaled(6, 300);
const VARIANT = 'sly-fox/standard';

/** Ways to write an id, the right one among them. */
const spellings: Readonly<Record<string, (id: string) => unknown>> = {
  right: (id) => id,
  'upper case': (id) => id.toUpperCase(),
  'mixed case': (id) => id.replace(/[a-f]/, (letter) => letter.toUpperCase()),
  'space before': (id) => ` ${id}`,
  'space after': (id) => `${id}\n`,
  urn: (id) => `urn:uuid:${id}`,
  braces: (id) => `{${id}}`,
  'no dashes': (id) => id.replaceAll('-', ''),
  doubled: (id) => id + id,
  twice: (id) => [id, id],
  object: (id) => ({ id }),
  missing: () => undefined,
  null: () => null,
};
/** Ways to write the number that comes next, and others. */
const numbers: Readonly<Record<string, (next: number) => unknown>> = {
  next: (next) => next,
  former: (next) => next - 1,
  'one ahead': (next) => next + 1,
  'far ahead': (next) => next + 4000,
  text: (next) => String(next),
  'text with a space': (next) => ` ${next}`,
  half: (next) => next + 0.5,
  list: (next) => [next],
  zero: () => 0,
  negative: (next) => -next,
  'beyond 32 bits': (next) => 2 ** 32 + next,
  infinite: () => Infinity,
  missing: () => undefined,
  null: () => null,
};
/** Ways to write one of the moves that are legal now. */
const moves: Readonly<Record<string, (code: number) => unknown>> = {
  right: (code) => code,
  text: (code) => String(code),
  hex: (code) => `0x${code.toString(16)}`,
  'beyond 16 bits': (code) => code + 2 ** 16,
  half: (code) => code + 0.5,
  list: (code) => [code],
  'that of an undo': () => 0xffff,
  'that of a concede': () => 0xfffe,
  'from a pile to itself': () => 0,
  missing: () => undefined,
};

const oneOf = (ways: Readonly<Record<string, unknown>>, right: string) =>
  fc.oneof(
    { weight: 3, arbitrary: fc.constant(right) },
    { weight: 1, arbitrary: fc.constantFrom(...Object.keys(ways)) },
  );
const frame = fc.record({
  /** By which of the lines. */
  line: fc.nat(3),
  event: fc.oneof(
    { weight: 8, arbitrary: fc.constant('play:move' as const) },
    { weight: 2, arbitrary: fc.constant('play:undo' as const) },
    { weight: 1, arbitrary: fc.constant('play:concede' as const) },
  ),
  spelling: fc.oneof(
    { weight: 4, arbitrary: fc.constantFrom('right', 'upper case', 'mixed case') },
    { weight: 1, arbitrary: fc.constantFrom(...Object.keys(spellings)) },
  ),
  number: oneOf(numbers, 'next'),
  move: oneOf(moves, 'right'),
  /** Which of the legal moves. */
  choice: fc.nat(40),
});
type Frame = typeof frame extends fc.Arbitrary<infer Value> ? Value : never;
/** Bursts: the frames of one are sent together, and the next one when all have been answered. */
const story = fc.array(fc.array(frame, { minLength: 2, maxLength: 10 }), {
  minLength: 2,
  maxLength: 6,
});

describe.runIf(hasValkey())('P5: hostile clients at two nodes', () => {
  let database: TestDatabase;
  let nodes: TestNode[];
  beforeAll(async () => {
    database = await createTestDatabase();
    nodes = await Promise.all(
      ['one', 'two'].map((name) => startNode(database, name, { socketLimits: noSocketLimits })),
    );
  });
  afterAll(async () => {
    await Promise.all(nodes.map((node) => node.close()));
    await database.drop();
  });

  /** The play as its stored log gives it. */
  async function truthOf(playId: string, deal: string): Promise<Play> {
    const pack = packOf(deal, 2);
    if (!pack.ok) throw new Error(pack.reason);
    let play = unwrap(startPlay(VARIANT, pack.value, 'free'));
    const log = await storedLog(database, playId);
    expect(log.map(({ number }) => number)).toEqual(log.map((_, n) => n + 1));
    for (const { code, number } of log) {
      const next = enter(play, decodeEntry(code));
      if (!next.ok) throw new Error(`entry ${number} does not replay: ${next.reason.code}`);
      play = next.value;
    }
    return play;
  }

  async function tell(bursts: readonly (readonly Frame[])[], seed: number): Promise<void> {
    const anna = await openTab(nodes[0]!.url);
    const ben = await openTab(nodes[1]!.url);
    const deal = String(seed);
    const { playId } = await anna.ask('play:create', { variant: VARIANT, deal });
    // Somebody else's, on the other node, in the middle of a game.
    const bystanders = await ben.ask('play:create', { variant: VARIANT, deal });
    const bystander = new Player(ben, await ben.ask('play:open', bystanders));
    for (let n = 0; n < 3; n++) await bystander.move();
    const untouched = await storedLog(database, bystander.playId);
    // Two lines to the node that will serve the play and two to the other one, which wants it too.
    const lines = await Promise.all([
      openLine(nodes[0]!.url, anna.cookie, playId),
      openLine(nodes[0]!.url, anna.cookie, playId.toUpperCase()),
      openLine(nodes[1]!.url, anna.cookie, playId),
      openLine(nodes[1]!.url, anna.cookie, undefined),
    ]);
    const acknowledged: (AcceptedEntry & { readonly how: string })[] = [];
    try {
      for (const burst of bursts) {
        const play = await truthOf(playId, deal);
        const legal = legalMoves(play.position);
        await Promise.all(
          burst.map(async ({ line, event, spelling, number, move, choice }) => {
            const code = encodeMove(
              legal[choice % Math.max(1, legal.length)] ?? { from: 0, to: 0 },
            );
            const request = {
              playId: spellings[spelling]!(playId),
              expected: numbers[number]!(play.entries + 1),
              ...(event === 'play:move' ? { move: moves[move]!(code) } : {}),
            };
            const raw: unknown = await lines[line]!.timeout(20_000).emitWithAck(event, request);
            const answer = answerOf(event, request as never, raw);
            if (!answer.ok) {
              expect(answer.error.code).not.toBe('internal');
              return;
            }
            const how = `${event} by line ${line}, ${JSON.stringify(request)}`;
            acknowledged.push({ ...(answer.data as AcceptedEntry), how });
          }),
        );
      }
      const log = await storedLog(database, playId);
      for (const { number, entry, elapsedMs, how } of acknowledged) {
        expect(log[number - 1], how).toEqual({ number, code: entry, elapsed_ms: elapsedMs });
      }
      const truth = await truthOf(playId, deal);
      const shown = playOf(await anna.ask('play:open', { playId }));
      expect(shown.position, 'what is shown is what is stored').toEqual(viewOf(truth.position));
      expect(await storedLog(database, bystander.playId)).toEqual(untouched);
      await bystander.move();
    } finally {
      for (const socket of lines) socket.disconnect();
      anna.close();
      ben.close();
    }
  }

  test('what was acknowledged is in the log with that move at that number, the log replays, and every other play is untouched', async () => {
    await fc.assert(fc.asyncProperty(story, fc.integer({ min: 1, max: 9999 }), tell), {
      numRuns: RUNS,
      // Each story has many interleavings: a smaller one may be lucky.
      endOnFailure: true,
    });
    for (const node of nodes) expect(node.log()).not.toContain('"level":50');
  }, 600_000);

  test('two spellings and two moves for one number, sent together: one is entered, and one acknowledged', async () => {
    const both = (choice: number, spelling: string, line: number): Frame => ({
      line,
      event: 'play:move',
      spelling,
      number: 'next',
      move: 'right',
      choice,
    });
    const burst = [both(0, 'right', 0), both(1, 'upper case', 0), both(2, 'upper case', 1)];
    for (let seed = 1; seed <= 4; seed++) await tell([burst, burst, burst], seed);
  });
});

/** An own practice, and the repository that its entries are written to. */
async function practiceOfAnna() {
  const database = await createTestDatabase();
  const plays = playsRepository(database);
  const node = await nodesRepository(database, 'a secret').join('one', false);
  const playId: string = randomUUID();
  const pack = packOf('17', 1);
  await database.pool.query(
    `insert into users (id, name, email, is_anonymous) values ('anna', 'Anna', 'anna', true)`,
  );
  await plays.createPractice({
    id: playId,
    userId: 'anna',
    variant: 'bisley/thirteen',
    pack: pack.ok ? pack.value : [],
    source: '17',
    startsAt: Date.now(),
    log: [],
  });
  const entry = (code: number, id = playId): NewEntry => ({
    playId: id,
    number: 1,
    code,
    elapsedMs: 10 * code,
    ended: null,
  });
  const append = (...entries: NewEntry[]) => plays.append(node, entries);
  return { database, playId, entry, append };
}

test('P4: of two entries with one number in one batch the acknowledged one is the one that was written', async () => {
  const { database, playId, entry, append } = await practiceOfAnna();
  const outcomes = await append(entry(1), entry(2, playId.toUpperCase()));
  const [stored] = await storedLog(database, playId);
  expect(outcomes.filter((outcome) => outcome === 'written')).toHaveLength(1);
  expect(outcomes.indexOf('written')).toBe(stored!.code - 1);
  await database.drop();
});

test('P4 P5: an entry that is written again, as its answer was lost, counts as written; another one in its place does not', async () => {
  const { database, playId, entry, append } = await practiceOfAnna();
  const first = entry(1);
  const figures = { moves: 1, undos: 0, cardsHome: 0, cardsHomeAtMs: 0, elapsedMs: 50 };
  const last = { ...entry(5), number: 2, ended: { ...figures, ending: 'conceded' } as const };
  expect(await append(first)).toEqual(['written']);
  expect(await append(first)).toEqual(['written']);
  expect(await append(entry(2))).toEqual(['refused']);
  expect(await append({ ...first, elapsedMs: 11 })).toEqual(['refused']);
  expect(await append(last)).toEqual(['written']);
  expect(await append(entry(2), last)).toEqual(['refused', 'written']);
  expect(await append({ ...entry(6), number: 3 })).toEqual(['refused']);
  const log = await storedLog(database, playId);
  expect(log.map(({ code }) => code)).toEqual([1, 5]);
  await database.drop();
});
