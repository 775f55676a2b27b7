/** Writes results as plays do, and checks the boards against plain counting. */
import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import type { PlayEnding } from '@same-deal/protocol';
import { FINE_KEYS } from '../../src/daily/board-store.ts';
import {
  compareTries,
  keyOf,
  nextKey,
  percentileOf,
  placeInStretch,
  sumBefore,
  summedUp,
} from '../../src/daily/ranking.ts';
import type { Try } from '../../src/daily/ranking.ts';
import { AROUND } from '../../src/storage/daily/board-statements.ts';
import { boardsRepository } from '../../src/storage/daily/boards.ts';
import type { TestDatabase } from './database.ts';

interface Row extends Try {
  readonly playId: string;
  readonly userId: string;
  readonly undos: number;
  readonly ending: PlayEnding;
}

export async function cacheless({ pool }: Pick<TestDatabase, 'pool'>) {
  const store = boardsRepository(pool);

  async function rows(daily: string, least: number): Promise<Row[]> {
    const { rows: found } = await pool.query<Row>(
      `select p.id as "playId", p.user_id as "userId", p.ending = 'won' as won,
         p.elapsed_ms as "elapsedMs", p.moves, p.undos, p.ending, p.cards_home as "cardsHome"
       from plays p join users u on u.id = p.user_id
       where p.daily_id = $1 and p.voided_at is null and u.banned_at is null
         and ($2 < 2 or (not u.is_anonymous and not u.off_boards))`,
      [daily, least],
    );
    return found;
  }

  return {
    fold: () => store.fold(),

    async newDaily(day: number): Promise<string> {
      const [deal, daily] = [randomUUID(), randomUUID()];
      await pool.query(
        `insert into deals (id, variant, kind, pack, commitment) values ($1, 'bisley/thirteen', 'daily', '', '')`,
        [deal],
      );
      await pool.query(
        `insert into dailies (id, day, game, deal_id, closes_at, created_at)
         values ($1, $2, 'bisley', $3, '2050-01-01', now())`,
        [daily, day, deal],
      );
      return daily;
    },

    /** Adds ended tries: every third by a guest, every seventh by a person who opted out of boards. */
    async add(daily: string, tries: readonly Try[]): Promise<void> {
      const start = new Date('2049-01-01');
      for (const [n, one] of tries.entries()) {
        const [userId, playId] = [randomUUID(), randomUUID()];
        await pool.query(
          `insert into users (id, name, email, is_anonymous, off_boards) values ($1, $1, $1, $2, $3)`,
          [userId, n % 3 === 0, n % 7 === 0],
        );
        await pool.query(
          `insert into plays (id, deal_id, user_id, undo, starts_at, daily_id, ranked)
           select $1, deal_id, $2, 'bounded', $3, id, true from dailies where id = $4`,
          [playId, userId, start, daily],
        );
        await pool.query(
          `update plays set ended_at = $2, ending = $3, moves = $4, undos = $7, cards_home = $5,
             cards_home_at_ms = 0, elapsed_ms = $6 where id = $1`,
          [
            playId,
            start,
            one.won ? 'won' : 'stuck',
            one.moves,
            one.cardsHome,
            one.elapsedMs,
            n % 4,
          ],
        );
      }
    },

    /** Changes people and plays as other parts of the service do. */
    async changeSome(daily: string): Promise<void> {
      const all = await rows(daily, 0);
      const play = 'update plays set';
      const person = 'update users set';
      const changes = [
        `${play} voided_at = now() where id = $1`,
        `${person} banned_at = now() where id = $1`,
        `${person} is_anonymous = false where id = $1`,
        `${person} off_boards = not off_boards where id = $1`,
      ];
      for (const [n, { playId, userId }] of all.entries()) {
        const change = changes[n % changes.length]!;
        await pool.query(change, [change.startsWith(play) ? playId : userId]);
      }
      // One of the bans is lifted.
      await pool.query(`${person} banned_at = null where id = $1`, [all[1]?.userId ?? '']);
    },

    /** Expects everything the boards say about the daily to equal plain counting. */
    async expectRight(daily: string): Promise<void> {
      const [all, listed] = [await rows(daily, 1), await rows(daily, 2)];
      expect(await store.totals(daily)).toEqual({
        listed: listed.length,
        tries: all.length,
        won: all.filter(({ won }) => won).length,
      });
      for (const board of ['fastest', 'fewest'] as const) {
        const before = await store.before(daily, board, [
          ...new Set(all.map((one) => keyOf(board, one))),
        ]);
        for (const one of all) {
          const key = keyOf(board, one);
          const better = listed.filter((other) => compareTries(board, other, one) < 0).length;
          expect(before.get(key), JSON.stringify(one)).toBe(better);
          const { around, beforeAround } = await store.mine(daily, board, one.userId);
          const keys = around.map((row) => row.key);
          expect(placeInStretch(keys, beforeAround, key)).toBe(1 + better);
          for (const row of around) {
            expect(placeInStretch(keys, beforeAround, row.key)).toBe(
              1 + listed.filter((other) => keyOf(board, other) < row.key).length,
            );
          }
        }
        const top = await store.top(daily, board, 1000);
        expect(top.map(({ key }) => key)).toEqual(
          listed.map((one) => keyOf(board, one)).sort((a, b) => a - b),
        );
        for (const row of top) {
          const { won: _, ...shown } = listed.find(({ playId }) => playId === row.playId)!;
          expect(row).toMatchObject(shown);
        }
        const middle = top[Math.floor(top.length / 2)];
        if (middle) {
          const { around } = await store.mine(daily, board, middle.userId);
          const at = top.findIndex(({ playId }) => playId === middle.playId);
          expect(around).toEqual(top.slice(Math.max(0, at - AROUND), at + AROUND + 1));
        }
      }
      const sums = summedUp(await store.buckets(daily));
      for (const one of all) {
        const key = keyOf('fastest', one);
        const next = nextKey(key);
        const notSlower = (await store.before(daily, 'all', [next])).get(next)!;
        const { notSlowerInBucket } = await store.mine(daily, 'fastest', one.userId);
        const before = sumBefore(sums, Math.floor(next / FINE_KEYS));
        expect(before + notSlowerInBucket!).toBe(notSlower);
        const slower = all.filter((other) => compareTries('fastest', other, one) > 0).length;
        expect(percentileOf(notSlower, all.length)).toBe(
          percentileOf(all.length - slower, all.length),
        );
      }
      const { bins, unfinished } = await store.times(daily);
      const binned = bins.reduce((sum, { tries }) => sum + tries, 0);
      expect([binned, unfinished]).toEqual([
        all.filter(({ won }) => won).length,
        all.filter(({ won }) => !won).length,
      ]);
    },
  };
}
