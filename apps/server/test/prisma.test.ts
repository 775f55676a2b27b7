// What the libraries under the repositories are given, and what they make of it.
import { connect } from 'node:net';
import type { LookupFunction } from 'node:net';
import { expect, test } from 'vitest';
import { codeOfFault, faultOf, isDeadlock, isOutage } from '../src/storage/database.ts';
import { createTestDatabase } from './support/database.ts';

test('a transaction sends one query after the other, also where several relations are read at once', async () => {
  const database = await createTestDatabase();
  const warnings: string[] = [];
  const note = (warning: Error) => warnings.push(warning.message);
  process.on('warning', note);
  const { user, deal } = database.prisma;
  const { id } = await user.create({
    data: { id: 'anna', name: 'Anna', email: 'anna@example.org' },
  });
  const dealt = await deal.create({
    data: { variant: 'bisley/thirteen', kind: 'practice', pack: new Uint8Array() },
  });
  await database.prisma.play.create({
    data: { userId: id, dealId: dealt.id, undo: 'free', startsAt: new Date() },
  });
  const everything = { user: true, deal: true, daily: true, race: true, result: true };
  const found = await database.prisma.$transaction((tx) =>
    tx.play.findMany({ include: everything }),
  );
  // Warnings come a little later.
  await new Promise((resolve) => setImmediate(resolve));
  process.off('warning', note);
  expect(found).toMatchObject([{ user: { name: 'Anna' }, deal: { kind: 'practice' } }]);
  expect(warnings).toEqual([]);
  await database.drop();
});

test('what the database breaks off is known as an outage or a deadlock, whoever asked it', async () => {
  const database = await createTestDatabase();
  const raise = (state: string) =>
    `do $$ begin raise exception 'broken off' using errcode = '${state}'; end $$`;
  const waysToAsk = [
    (sql: string) => database.pool.query(sql),
    (sql: string) => database.prisma.$executeRawUnsafe(sql),
  ];
  for (const ask of waysToAsk) {
    const errorOf = (state: string) =>
      ask(raise(state)).then(
        () => null,
        (error: unknown) => error,
      );
    const [shutdown, deadlock, fault] = [
      await errorOf('57P01'),
      await errorOf('40P01'),
      await errorOf('22012'),
    ];
    expect([shutdown, deadlock, fault].map(isOutage)).toEqual([true, true, false]);
    expect([shutdown, deadlock, fault].map(isDeadlock)).toEqual([false, true, false]);
  }
  await database.drop();
});

test('a host that cannot be reached is known as an outage, also by a name that is not known or has several addresses', async () => {
  const unknown = Object.assign(new Error('getaddrinfo EAI_AGAIN db'), { code: 'EAI_AGAIN' });
  const lookups: LookupFunction[] = [
    (_name, _options, found) => found(unknown, []),
    (_name, _options, found) =>
      found(null, [
        { address: '127.0.0.1', family: 4 },
        { address: '127.0.0.2', family: 4 },
      ]),
  ];
  for (const lookup of lookups) {
    const error = await new Promise((resolve) =>
      connect({ host: 'db', port: 1, lookup, autoSelectFamily: true }).once('error', resolve),
    );
    expect([error, faultOf(error)]).toEqual([error, 'outage']);
  }
});

test('P8: what went while a request was about it is not found; other faults stay faults', async () => {
  const database = await createTestDatabase();
  const { prisma, pool } = database;
  const nobody = '00000000-0000-4000-8000-000000000000';
  const row = { id: nobody, circleId: nobody, at: new Date(), variant: 'bisley/thirteen' };
  const gone = [
    () => prisma.circleDate.update({ where: { id: nobody }, data: { cancelledAt: new Date() } }),
    () => prisma.circle.findUniqueOrThrow({ where: { code: 'ABCDEF' } }),
    () => prisma.circleDate.create({ data: { ...row, madeBy: 'nobody' } }),
    () => pool.query(`insert into blocks (blocker_id, blocked_id) values ('nobody', 'no one')`),
    () =>
      prisma.$executeRaw`insert into blocks (blocker_id, blocked_id) values ('nobody', 'no one')`,
  ];
  const isUp = async () => true;
  const codeOf = (ask: () => Promise<unknown>) =>
    ask().then(
      () => 'done',
      (error: unknown) => codeOfFault(error, isUp),
    );
  expect(await Promise.all(gone.map(codeOf))).toEqual(gone.map(() => 'not-found'));
  expect(await codeOf(() => pool.query('select 1/0'))).toBe('internal');
  await database.drop();
});

test('a statement says itself how long its answer may take: its connection is given up, and another one answers', async () => {
  const database = await createTestDatabase();
  const sleep = { text: 'select pg_sleep(3)', answersWithinMs: 50 };
  const error: unknown = await database.pool.query(sleep).catch((fault: unknown) => fault);
  expect(isOutage(error)).toBe(true);
  // One that says nothing may take as long as the pool lets it.
  const { rows } = await database.pool.query('select pg_sleep(0.1), 1 as one');
  expect(rows).toMatchObject([{ one: 1 }]);
  await database.drop();
});
