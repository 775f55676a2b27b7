/** The recorded games of PySolFC against the engine, and the checker against planted mistakes. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { beforeAll, describe, expect, it } from 'vitest';
import { createChecker } from '../../../tools/conform/check.ts';

const folder = join(import.meta.dirname, 'recorded');
const names = readdirSync(folder).filter((name) => name.endsWith('.gz'));
const textOf = (name: string) => gunzipSync(readFileSync(join(folder, name))).toString('utf8');

async function check(name: string, text: string) {
  const told: string[] = [];
  const checker = createChecker((difference) => told.push(difference));
  await checker.check(name, text.split('\n'));
  return { told, ...checker.tally };
}

describe('the recorded games', () => {
  it.each(names)('%s: no difference', async (name) => {
    const { told, playouts, positions, deals } = await check(name, textOf(name));
    expect(told).toEqual([]);
    expect(playouts + positions + deals).toBeGreaterThan(0);
  });

  it('are all there', async () => {
    const total = { playouts: 0, positions: 0, deals: 0 };
    for (const name of names) {
      for (const line of name.startsWith('deals') ? [] : textOf(name).trim().split('\n')) {
        total[line.includes('"steps"') ? 'playouts' : 'positions']++;
      }
    }
    expect(total).toMatchObject({ playouts: 96, positions: 271 });
  });
});

describe('the checker', () => {
  let bisley = '';
  let fox = '';
  let square = '';
  let deals = '';
  beforeAll(() => {
    bisley = textOf('bisley.jsonl.gz').split('\n')[0] ?? '';
    fox = textOf('positions-slyfox.jsonl.gz').split('\n')[0] ?? '';
    square = textOf('positions-britishsquare.jsonl.gz').split('\n')[0] ?? '';
    deals = textOf('deals.json.gz');
  });

  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- records about to be broken have no type
  const changed = (text: string, change: (record: any) => void) => {
    const record = JSON.parse(text);
    change(record);
    return JSON.stringify(record);
  };
  const told = async (text: string) => (await check('file', text)).told;

  it('finds a move too many and one too few', async () => {
    const more = changed(bisley, ({ steps }) => (steps[0].l += ' t0>t1'));
    expect(await told(more)).toEqual(['file:1 bisley/thirteen step 1: misses the move t0>t1']);
    const fewer = changed(bisley, ({ steps }) => (steps[0].l = steps[0].l.replace('t2>fkH ', '')));
    expect(await told(fewer)).toEqual(['file:1 bisley/thirteen step 1: adds the move t2>fkH']);
    const extra = changed(square, (record) => (record.x += ' t0>t5'));
    expect(await told(extra)).toEqual(['file:1 british-square/union: misses the move t0>t5']);
  });

  it('finds a changed table once, and goes on from the recorded one', async () => {
    const swapped = changed(bisley, ({ steps }) => {
      steps[0].s = steps[0].s.replace('|TD8CJC|TC2H8D|', '|8CTDJC|TC2H8D|');
    });
    const [first = '', ...rest] = await told(swapped);
    expect(first).toBe(
      'file:1 bisley/thirteen step 1 after t2>fkH: pile t0 is TD8CJC, recorded 8CTDJC',
    );
    // From the changed table the next recorded table differs in the same pile.
    expect(rest.length).toBeLessThan(3);
    const layout = changed(bisley, (record) => (record.deal = '17'));
    expect((await told(layout))[0]).toMatch(/^file:1 bisley\/thirteen deal: pile t0 is /);
  });

  it('finds a changed counter, a wrong end and a wrong won', async () => {
    expect(await told(changed(fox, ({ next }) => (next[0].v = 5)))).toEqual([
      'file:1 sly-fox/standard after r7>faD: the counter is -1, recorded 5',
    ]);
    expect(await told(changed(fox, (record) => (record.won = true)))).toContain(
      'file:1 sly-fox/standard: won is false, recorded true',
    );
    expect(await told(changed(fox, ({ next }) => (next[0].won = true)))).toEqual([
      'file:1 sly-fox/standard after r7>faD: won is false, recorded true',
    ]);
    expect(await told(changed(bisley, ({ end }) => (end.found = 3)))).toEqual([
      expect.stringMatching(/end: cards on foundations is \d+, recorded 3$/),
    ]);
    expect(
      await told(changed(bisley, ({ end }) => (end.why = end.why === 'won' ? 'stuck' : 'won'))),
    ).not.toEqual([]);
  });

  it('finds a move that is refused or is none', async () => {
    const refused = changed(bisley, ({ steps }) => (steps[0].m = 't0>faC'));
    expect((await told(refused))[0]).toBe(
      'file:1 bisley/thirteen step 1: refuses t0>faC: not-next-rank',
    );
    const none = changed(bisley, ({ steps }) => (steps[0].m = 'deal'));
    expect((await told(none))[0]).toBe(
      'file:1 bisley/thirteen step 1: deal is no move of this game',
    );
  });

  it('finds a changed deal', async () => {
    const pack = changed(deals, ({ shuffles }) => shuffles[0].deck.reverse());
    expect(await told(pack)).toEqual([
      expect.stringMatching(/^file:1 shuffle 1 of 1: the pack is /),
    ]);
    const draws = changed(deals, ({ shuffles }) => shuffles[5].first_draws[0]++);
    expect(await told(draws)).toEqual([expect.stringContaining('the first draws')]);
    const layout = changed(deals, (file) => (file.deals.alhambra[0].piles.r3 = ''));
    expect(await told(layout)).toEqual([
      expect.stringMatching(/alhambra\/standard 1: pile r3 is .*, recorded $/),
    ]);
  });

  it('names what does not fit: the game, the format, the field', async () => {
    expect(await told(changed(bisley, (record) => (record.game = 'klondike')))).toEqual([
      'file:1: no game is recorded under the name klondike',
    ]);
    expect(await told(changed(bisley, (record) => (record.game = 'constructor')))).toHaveLength(1);
    expect(await told(changed(bisley, ({ steps }) => delete steps[2].l))).toEqual([
      expect.stringMatching(/^file:1: is no playout: steps\.2\.l: /),
    ]);
    expect(await told(changed(fox, (record) => (record.won = 'yes')))).toEqual([
      expect.stringMatching(/^file:1: is no position: won: /),
    ]);
    expect(await told(changed(bisley, (record) => (record.deal = 'Custom')))).toEqual([
      'file:1 bisley/thirteen: deal Custom is refused: not-a-deal',
    ]);
    expect(await told(`${fox}\n{"a":1}\nnonsense`)).toEqual([
      'file:2: has none of the three formats',
      'file:3: is not JSON',
    ]);
    expect(await told('\n \n')).toEqual(['file: holds nothing to check']);
    expect(await told(changed(fox, (record) => (record.s = record.s.replace('|', ''))))).toEqual([
      'file:1 sly-fox/standard: the table cannot be read: wrong-number-of-piles ',
    ]);
  });

  it('takes the formats loosely: blank lines, CRLF, a mark, missing lists, counters as a list, JSON over lines', async () => {
    const loose = [
      `\uFEFF${fox}\r`,
      '\r',
      changed(fox, (record) => (record.v = [record.v])),
      changed(fox, (record) => {
        delete record.next;
        record.x = null;
      }),
      changed(bisley, ({ end }) => delete end.l),
      changed(bisley, (record) => (record.game = 'bisley/thirteen')),
      '',
    ].join('\n');
    expect(await told(loose)).toEqual([]);
    expect(await told(JSON.stringify(JSON.parse(bisley), null, 2))).toEqual([]);
    expect(await told(JSON.stringify([JSON.parse(bisley), JSON.parse(fox)], null, 2))).toEqual([]);
    expect(await told(JSON.stringify(JSON.parse(deals)))).toEqual([]);
  });

  it('decides stuck in Sly Fox by the foundations that meet, where the list x is not empty', async () => {
    const games = textOf('slyfox-transfer.jsonl.gz').trim().split('\n');
    for (const game of games) expect(await told(game)).toEqual([]);
    const met = textOf('positions-slyfox.jsonl.gz')
      .split('\n')
      .filter((line) => line.includes('"x"'));
    expect(met.length).toBeGreaterThan(0);
  });
});
