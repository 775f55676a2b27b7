// One race, one node: who may be a node, and what becomes of what a dead one held.
import { randomUUID } from 'node:crypto';
import { packOf } from '@same-deal/engine';
import { describe, expect, onTestFinished, test } from 'vitest';
import { joinCluster } from '../src/cluster/node.ts';
import type { NodeOptions, NodeStore, OtherNode } from '../src/cluster/node.ts';
import type { NewEntry } from '../src/play/journal.ts';
import { nodesRepository } from '../src/storage/nodes.ts';
import { playsRepository } from '../src/storage/play/plays.ts';
import { buildTestApp } from './support/app.ts';
import { shareDatabase } from './support/database.ts';
import type { TestDatabase } from './support/database.ts';
import { storedLog } from './support/races.ts';
import { newDatabase } from './support/until-finished.ts';

function connectionsTo(database: TestDatabase): TestDatabase {
  const shared = shareDatabase(database);
  onTestFinished(() => shared.close().catch(() => undefined));
  return shared;
}
/** What nodes of one secret have. */
const storeOf = (database: TestDatabase) => nodesRepository(database, 'a secret');

async function join(
  store: NodeStore,
  name: string,
  isClustered: boolean,
  more: Partial<NodeOptions> = {},
) {
  const node = await joinCluster({
    store,
    name,
    isClustered,
    dropSilentConnections: () => undefined,
    onFenced: () => undefined,
    onFault: () => undefined,
    isOutage: () => false,
    ...more,
  });
  onTestFinished(() => node.leave());
  return node;
}

describe('who may be a node', () => {
  /** Others as a store has them; those that live beat whenever somebody looks. */
  function storeWith(found: readonly (Omit<OtherNode, 'id' | 'beat'> & { lives: boolean })[]) {
    const others = found.map((other, n) => ({ ...other, id: String(n + 1), beat: 0 }));
    const asked: string[] = [];
    const store: NodeStore = {
      join: async (name) => {
        asked.push(`join ${name}`);
        return 'new';
      },
      beat: async () => true,
      others: async () => {
        asked.push('others');
        for (const other of others) if (other.lives) other.beat += 1;
        return others.map((other) => ({ ...other }));
      },
      end: async (id) => {
        asked.push(`end ${id}`);
        const place = others.findIndex((other) => other.id === id);
        if (place >= 0) others.splice(place, 1);
      },
      claim: async () => null,
      holder: async () => null,
      release: async () => undefined,
    };
    return { store, asked };
  }
  const other = (changes: Partial<OtherNode & { lives: boolean }> = {}) => ({
    name: 'cellar',
    isClustered: false,
    sharesSecret: true,
    isConnected: true,
    lives: true,
    ...changes,
  });

  test('without VALKEY_URL a second one is refused, by the name of the first', async () => {
    const { store, asked } = storeWith([other()]);
    await expect(join(store, 'attic', false)).rejects.toMatchObject({
      name: 'second-node',
      message: expect.stringMatching(/^Node cellar already runs on this database.*VALKEY_URL/),
    });
    expect(asked).not.toContain('join attic');
  });

  test('with it, one of the same name is refused, and one without it', async () => {
    for (const changes of [{ name: 'attic', isClustered: true }, { isClustered: false }]) {
      const { store } = storeWith([other(changes)]);
      await expect(join(store, 'attic', true)).rejects.toMatchObject({
        name: 'second-node',
        message: expect.stringMatching(/NODE_NAME/),
      });
    }
  });

  test('one that signs sessions with another secret is refused, and one with the same is not', async () => {
    const database = await newDatabase();
    const [attic, cellar] = ['of the attic', 'of the cellar'].map((secret) =>
      nodesRepository(connectionsTo(database), secret),
    ) as [NodeStore, NodeStore];
    const first = await join(attic, 'attic', true);
    await expect(join(cellar, 'cellar', true)).rejects.toMatchObject({
      name: 'second-node',
      message: expect.stringMatching(/^Node attic .* another secret; .*BETTER_AUTH_SECRET/),
    });
    const second = await join(attic, 'cellar', true);
    // Of a version before there were marks.
    await database.pool.query('update nodes set secret_mark = null');
    const third = await join(cellar, 'shed', true);
    for (const node of [first, second, third]) await node.leave();
  });

  test('with it, others of other names stay, and nothing is waited for', async () => {
    const { store, asked } = storeWith([other({ isClustered: true })]);
    await join(store, 'attic', true);
    expect(asked).toEqual(['others', 'others', 'join attic']);
  });

  test('one that was killed, whose connections are gone, is replaced at once by its next incarnation', async () => {
    const { store, asked } = storeWith([other({ lives: false, isConnected: false })]);
    await join(store, 'cellar', false);
    expect(asked).toEqual(['others', 'end 1', 'others', 'join cellar']);
  });

  test('one that is silent is waited for, then replaced', async () => {
    const { store, asked } = storeWith([other({ lives: false })]);
    await join(store, 'attic', false);
    expect(asked.filter((what) => what === 'others')).toHaveLength(6);
    expect(asked.slice(-2)).toEqual(['end 1', 'join attic']);
  });
});

describe('on a real database', () => {
  test('a second service is refused at its start while the first one lives, and not after that', async () => {
    const database = await newDatabase();
    const first = await buildTestApp({ database: shareDatabase(database) });
    await expect(buildTestApp({ database: connectionsTo(database) })).rejects.toMatchObject({
      name: 'second-node',
      message: expect.stringContaining('the only one'),
    });
    await first.close();
    const second = await buildTestApp({ database: shareDatabase(database) });
    await second.close();
  });

  test('the connections of a node that was killed are gone, and so is it when it starts again', async () => {
    const database = await newDatabase();
    const killed = connectionsTo(database);
    const before = await storeOf(killed).join('cellar', false);
    const store = storeOf(connectionsTo(database));
    expect(await store.others(null)).toMatchObject([{ id: before, isConnected: true }]);
    await killed.close();
    await expect.poll(async () => (await store.others(null))[0]?.isConnected).toBe(false);
    const again = await join(store, 'cellar', false);
    expect((await store.others(null)).map(({ id }) => id)).toEqual([again.id()]);
  });

  test('a node that does not beat is ended: what it held can be claimed, and nothing it writes later is stored', async () => {
    const database = await newDatabase();
    const [stopped, living] = [connectionsTo(database), connectionsTo(database)];
    const playId = await practice(database);
    // As a stopped process: it was about to beat, and goes on with that when it is continued.
    let goOn = () => {};
    let pause: Promise<void> = Promise.resolve();
    const store = storeOf(stopped);
    let fenced = 0;
    const one = await join(
      { ...store, beat: (id) => pause.then(() => store.beat(id)) },
      'one',
      true,
      { onFenced: () => (fenced += 1) },
    );
    const before = one.id();
    expect(await one.claim(playId, playId)).toBe(null);
    expect(await playsRepository(stopped).append(one.id(), [entry(playId, 1)])).toEqual([
      'written',
    ]);

    const two = await join(storeOf(living), 'two', true);
    const elsewhere = { code: 'elsewhere', at: playId };
    expect(await two.claim(playId, playId)).toEqual({ ...elsewhere, node: 'one' });
    expect(await two.claim(playId, undefined), 'routed here by nothing').toEqual(elsewhere);
    pause = new Promise((resolve) => (goOn = resolve));
    await expect.poll(() => two.claim(playId, playId)).toBe(null);

    // Continued, it writes before it knows.
    expect(one.serves(playId)).toBe(true);
    const late = [entry(playId, 2), entry(await practice(database), 1)];
    expect(await playsRepository(stopped).append(before, late)).toEqual(['fenced', 'fenced']);
    expect(await playsRepository(living).append(two.id(), [entry(playId, 2)])).toEqual(['written']);
    expect(await storedLog(database, playId)).toHaveLength(2);
    expect(await storedLog(database, late[1]!.playId)).toEqual([]);

    // Then it learns of it, and begins anew with nothing.
    goOn();
    await expect.poll(() => fenced).toBe(1);
    await expect.poll(() => one.id()).not.toBe(before);
    expect(one.serves(playId)).toBe(false);
    expect(await one.claim(playId, playId)).toEqual({ ...elsewhere, node: 'two' });
  });

  test('what is given back, or was held by a node that has left, is free', async () => {
    const database = await newDatabase();
    const store = storeOf(connectionsTo(database));
    const [one, two] = [await join(store, 'one', true), await join(store, 'two', true)];
    for (const at of ['IDLE', 'BUSY']) expect(await one.claim(at, at)).toBe(null);
    // What has just been asked for is kept once: whoever asked is about to use it.
    await one.release((at) => at === 'IDLE');
    expect(await two.claim('IDLE', 'IDLE')).toMatchObject({ node: 'one' });
    await one.release((at) => at === 'IDLE');
    expect(await two.claim('IDLE', 'IDLE')).toBe(null);
    expect(await two.claim('BUSY', 'BUSY')).toMatchObject({ node: 'one' });
    expect(await one.claim('IDLE', 'IDLE')).toMatchObject({ node: 'two' });
    await one.leave();
    expect(await two.claim('BUSY', 'BUSY')).toBe(null);
  });

  test('of many that claim at once one gets it, and all are told which', async () => {
    const database = await newDatabase();
    const store = storeOf(connectionsTo(database));
    const nodes = await Promise.all(['one', 'two', 'three'].map((name) => join(store, name, true)));
    for (let n = 0; n < 10; n++) {
      const at = `RACE ${n}`;
      const claims = await Promise.all(nodes.map((node) => node.claim(at, at)));
      const served = nodes.filter((node) => node.serves(at));
      expect(served).toHaveLength(1);
      expect(claims.filter((claim) => claim === null)).toHaveLength(1);
      for (const claim of claims) if (claim) expect(claim).toMatchObject({ node: served[0]!.name });
    }
  });
});

const entry = (playId: string, number: number): NewEntry => ({
  playId,
  number,
  code: 7,
  elapsedMs: 1,
  ended: null,
});

/** A practice play that nobody has moved in. */
async function practice(database: TestDatabase): Promise<string> {
  const id = randomUUID();
  const pack = packOf('17', 1);
  await database.pool.query(
    `insert into users (id, name, email, is_anonymous) values ($1, 'Anna', $1, true)`,
    [id],
  );
  await playsRepository(database).createPractice({
    id,
    userId: id,
    variant: 'bisley/thirteen',
    pack: pack.ok ? pack.value : [],
    source: '17',
    startsAt: Date.now(),
    log: [],
  });
  return id;
}
