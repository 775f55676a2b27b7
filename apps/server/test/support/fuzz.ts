// Two devices and a replaying client send the same and stale numbers for one play, concurrently, to two servers. What
// they send is determined by a seed; how it interleaves is not, so the checks must hold for every interleaving.
import {
  decodeEntry,
  encodeMove,
  enter,
  isPack,
  linearDraw,
  newGame,
  startPlay,
  viewOf,
  unwrap,
} from '@same-deal/engine';
import type { Play } from '@same-deal/engine';
import type { AcceptedEntry, PlaySnapshot } from '@same-deal/protocol';
import { expect } from 'vitest';
import type { TestDatabase } from './database.ts';
import { Player, playOf, storedLog } from './races.ts';
import { openTab } from './sockets.ts';
import type { Tab } from './sockets.ts';

interface Request {
  readonly expected: number;
  /** A move, or `undo` as its code. */
  readonly code: number;
}
const UNDO = 0xffff;

/** A log of client, request and answer: printed when a check fails. */
type Operations = string[];

/**
 * @param urls two servers on one database
 * @param rounds how many operations each of the three clients makes
 */
export async function fuzz(
  database: Pick<TestDatabase, 'pool'>,
  urls: readonly [string, string],
  { seed, variant, rounds }: { seed: number; variant: string; rounds: number },
): Promise<void> {
  const operations: Operations = [];
  const phone = await openTab(urls[0]);
  const laptop = await openTab(urls[1], phone.cookie);
  const echo = await openTab(urls[seed % 2]!, phone.cookie);
  const { playId } = await phone.ask('play:create', { variant, deal: String(seed) });
  const accepted = new Map<number, AcceptedEntry>();
  const sent: Request[] = [];

  /** Sends a request and records its answer; undefined if the line was cut. */
  async function send(tab: Tab, who: string, request: Request) {
    sent.push(request);
    const { expected, code } = request;
    const answer = await (
      code === UNDO
        ? tab.request('play:undo', { playId, expected })
        : tab.request('play:move', { playId, expected, move: code })
    ).catch(() => undefined);
    operations.push(
      `${who} ${expected} ${code} → ${answer?.ok ? answer.data.number : (answer?.error.code ?? 'cut')}`,
    );
    if (!answer?.ok) return answer;
    expect(answer.data.number, 'an entry has the number it was sent with').toBe(expected);
    expect(answer.data.entry, 'and is the entry that was sent').toBe(code);
    const first = accepted.get(expected);
    if (first) expect({ ...answer.data, ending: first.ending }).toEqual(first);
    accepted.set(expected, answer.data);
    return answer;
  }

  async function device(tab: Tab, who: string, salt: number): Promise<void> {
    const draw = linearDraw(seed * 31 + salt);
    let player = new Player(tab, await tab.ask('play:open', { playId }));
    const resume = async () => {
      while (!tab.socket.connected) await new Promise((resolve) => setTimeout(resolve, 5));
      player = new Player(tab, await tab.ask('play:open', { playId }));
    };
    for (let n = 0; n < rounds; n++) {
      const expected = player.play.entries + 1;
      const moves = player.moves();
      const move = moves[draw(Math.max(0, moves.length - 1))];
      const next: Request = { expected, code: move && draw(4) > 0 ? encodeMove(move) : UNDO };
      switch (draw(7)) {
        case 0: {
          // Twice, concurrently.
          await Promise.all([send(tab, who, next), send(tab, who, next)]);
          break;
        }
        case 1: {
          // The line breaks before the answer; the same request again after reconnecting.
          const lost = send(tab, who, next);
          tab.socket.io.engine.close();
          await lost;
          await resume();
          await send(tab, who, next);
          break;
        }
        case 2: {
          // A queue, in the wrong order.
          const queue = [1, 0, 2].map((ahead) => ({ expected: expected + ahead, code: next.code }));
          await Promise.all(queue.map((request) => send(tab, who, request)));
          break;
        }
        case 3: {
          // An illegal move, then a legal one.
          await send(tab, who, { expected, code: encodeMove({ from: 0, to: 0 }) });
          await send(tab, who, next);
          break;
        }
        case 4: {
          await send(tab, who, { expected: expected + 1 + draw(5), code: next.code });
          break;
        }
        default:
          await send(tab, who, next);
      }
      await resume();
    }
  }

  /** Repeats requests of the others, old and new, as a proxy or a faulty page might. */
  async function replayRequests(): Promise<void> {
    const draw = linearDraw(seed * 31 + 7);
    for (let n = 0; n < rounds; n++) {
      while (sent.length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
      const copies = [0, 1, 2].map(() => sent[Math.max(0, sent.length - 1 - draw(12))]!);
      const changed = draw(3) === 0 ? [{ ...copies[0]!, code: UNDO }] : [];
      await Promise.all([...copies, ...changed].map((request) => send(echo, 'echo', request)));
    }
  }

  try {
    await Promise.all([device(phone, 'phone', 1), device(laptop, 'laptop', 2), replayRequests()]);

    const log = await storedLog(database, playId);
    expect(
      log.map(({ number }) => number),
      'every number once',
    ).toEqual(log.map((_, n) => n + 1));
    for (const { number, entry, elapsedMs } of accepted.values()) {
      expect(log[number - 1], 'what was acknowledged is what is stored').toEqual({
        number,
        code: entry,
        elapsed_ms: elapsedMs,
      });
    }
    log.forEach(({ elapsed_ms: ms }, n) => {
      expect(ms).toBeGreaterThanOrEqual(log[n - 1]?.elapsed_ms ?? 0);
    });
    const { rows } = await database.pool.query<{ pack: Buffer }>(
      'select d.pack from deals d join plays p on p.deal_id = d.id where p.id = $1',
      [playId],
    );
    const pack = [...rows[0]!.pack];
    let replayed: Play = unwrap(startPlay(variant, pack, 'free'));
    for (const { code } of log) {
      const next = enter(replayed, decodeEntry(code));
      if (!next.ok) throw new Error(`the stored log does not replay: ${next.reason.code}`);
      replayed = next.value;
    }
    const cards = replayed.position.piles.flat();
    expect(isPack(cards, cards.length / 52), 'every card is present once').toBe(true);
    const shown: PlaySnapshot[] = [];
    for (const tab of [phone, laptop, echo]) shown.push(await tab.ask('play:open', { playId }));
    for (const table of shown) {
      expect(table.start.piles).toEqual(viewOf(unwrap(newGame(variant, pack))).piles);
      expect(playOf(table).position, 'everyone ends on the same position').toEqual(
        viewOf(replayed.position),
      );
    }
    expect(accepted.size, 'something was played').toBeGreaterThan(rounds / 4);
  } catch (error) {
    console.error(`seed ${seed}, ${variant}:\n${operations.join('\n')}`);
    throw error;
  } finally {
    for (const tab of [phone, laptop, echo]) tab.close();
  }
}
