// What the libraries under the repositories are given, and what they make of it.
import { expect, test } from 'vitest';
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
