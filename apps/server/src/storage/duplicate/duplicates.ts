import type { PlayEnding } from '@same-deal/protocol';
import { phaseOf, windowEnd } from '../../duplicate/duplicate.ts';
import type { Duplicate, DuplicateTry, TryResult } from '../../duplicate/duplicate.ts';
import type { DuplicateStore } from '../../duplicate/duplicates.ts';
import type { Prisma } from '../../generated/prisma/client.ts';
import { HIDDEN_NAME } from '../../names/stand-ins.ts';
import { bounds, hasRoom, withinBound } from '../bounds.ts';
import type { Database } from '../database.ts';
import { dealRow } from '../deal/deal-pool.ts';
import { nudgeOfSeats } from '../nudge/planning.ts';
import { ownerIn } from '../people/owner.ts';
import { inTransaction } from '../transaction.ts';

const whole = {
  deals: {
    orderBy: { number: 'asc' },
    include: {
      deal: {
        select: { id: true, variant: true, commitment: true, verdict: true, difficulty: true },
      },
    },
  },
  seats: {
    orderBy: [{ joinedAt: 'asc' }, { userId: 'asc' }],
    include: { user: { select: { name: true, nameHiddenAt: true, deletedAt: true } } },
  },
  plays: { where: { ranked: true }, orderBy: { id: 'asc' } },
} satisfies Prisma.DuplicateInclude;

type DuplicateRow = Prisma.DuplicateGetPayload<{ include: typeof whole }>;

function duplicateOf(row: DuplicateRow): Duplicate {
  const numbers = new Map(row.deals.map(({ dealId, number }) => [dealId, number]));
  return {
    id: row.id,
    code: row.code,
    openedBy: row.openedBy,
    undo: row.undo === 'none' ? 'none' : 'bounded',
    closesAt: row.closesAt.getTime(),
    settledAt: row.settledAt?.getTime() ?? null,
    deals: row.deals.map(({ number, deal }) => {
      if (!deal.commitment) throw new Error(`deal ${number} of ${row.code} has no commitment`);
      const { id, variant, commitment, verdict, difficulty } = deal;
      return { id, number, variant, commitment, proved: verdict === 'won', difficulty };
    }),
    seats: row.seats.map(({ userId, user }) => ({
      personId: userId,
      name: user.nameHiddenAt ? HIDDEN_NAME : user.name,
      isGone: user.deletedAt !== null,
    })),
    tries: row.plays.map((play): DuplicateTry => ({
      playId: play.id,
      personId: play.userId,
      deal: numbers.get(play.dealId) ?? 0,
      closesAt: (play.closesAt ?? row.closesAt).getTime(),
      result: play.endedAt && resultOf(play),
    })),
  };
}

const resultOf = (play: DuplicateRow['plays'][number]): TryResult => ({
  // Stored by the service alone.
  ending: (play.ending ?? 'cap') as PlayEnding,
  elapsedMs: play.elapsedMs ?? 0,
  moves: play.moves ?? 0,
  undos: play.undos ?? 0,
  cardsHome: play.cardsHome ?? 0,
  cardsHomeAtMs: play.cardsHomeAtMs ?? 0,
});

/**
 * Duplicates. Joining, starting and settling lock the row of the duplicate against each other, so a settled one
 * contains every seat and every try.
 */
export function duplicatesRepository(prisma: Database): DuplicateStore {
  const findIn = async (
    db: Pick<Database, 'duplicate'>,
    code: string,
  ): Promise<Duplicate | null> => {
    const row = await db.duplicate.findUnique({ where: { code }, include: whole });
    return row && duplicateOf(row);
  };

  return {
    async create({ code, openedBy, circleId, undo, openedAt, closesAt, deals }) {
      const created = await withinBound(prisma, 'duplicates', openedBy, async (tx) => {
        const owner = await ownerIn(tx, openedBy);
        if (owner === undefined) throw new Error('nobody opens a duplicate');
        const at = new Date(openedAt);
        // It may have been closed meanwhile: then it is one of nobody's.
        const [circle] =
          circleId === undefined
            ? []
            : await tx.$queryRaw<{ id: string }[]>`
                select id from circles where id = ${circleId}::uuid for key share`;
        const { count } = await tx.duplicate.createMany({
          data: [
            {
              ...{ code, openedBy: owner, undo, circleId: circle?.id ?? null },
              ...{ openedAt: at, closesAt: new Date(closesAt) },
            },
          ],
          skipDuplicates: true,
        });
        if (count === 0) return undefined;
        const { id } = await tx.duplicate.findUniqueOrThrow({ where: { code } });
        await tx.deal.createMany({ data: deals.map((deal) => dealRow(deal, 'duplicate')) });
        await tx.duplicateDeal.createMany({
          data: deals.map((deal, n) => ({ duplicateId: id, number: n + 1, dealId: deal.id })),
        });
        await tx.duplicateSeat.create({ data: { duplicateId: id, userId: owner, joinedAt: at } });
        await nudgeOfSeats(tx, owner, openedAt);
        return true;
      });
      return created ?? false;
    },

    find: (code) => findIn(prisma, code),

    async openedJustNow({ openedBy, circleId, undo, days, variants, since }) {
      const rows = await prisma.duplicate.findMany({
        where: {
          ...{ openedBy, circleId: circleId ?? null, undo, settledAt: null },
          ...{ openedAt: { gt: new Date(since) }, plays: { none: {} } },
          seats: { every: { userId: openedBy } },
        },
        select: {
          ...{ code: true, openedAt: true, closesAt: true },
          deals: { orderBy: { number: 'asc' }, select: { deal: { select: { variant: true } } } },
        },
      });
      const same = rows.find(
        (row) =>
          windowEnd(row.openedAt.getTime(), days) === row.closesAt.getTime() &&
          row.deals.map(({ deal }) => deal.variant).join() === variants.join(),
      );
      return same?.code ?? null;
    },

    mayOpen: (personId) => hasRoom(prisma, 'duplicates', personId),

    async codesOf(personId, settledSince) {
      const mine = { seats: { some: { userId: personId } } };
      const open = await prisma.duplicate.findMany({
        where: { ...mine, settledAt: null },
        orderBy: { closesAt: 'asc' },
        take: bounds.duplicateSeats.most,
        select: { code: true },
      });
      const settled = await prisma.duplicate.findMany({
        where: { ...mine, settledAt: { gte: new Date(settledSince) } },
        orderBy: { settledAt: 'desc' },
        take: SETTLED_LISTED_MOST,
        select: { code: true },
      });
      // One may have been settled in between.
      return [...new Set([...open, ...settled].map(({ code }) => code))];
    },

    async seatsOf(personId) {
      const rows = await prisma.duplicateSeat.findMany({
        where: { userId: personId },
        orderBy: { joinedAt: 'desc' },
        select: { joinedAt: true, duplicate: { select: { code: true, openedBy: true } } },
      });
      return rows.map(({ joinedAt, duplicate: { code, openedBy } }) => {
        return { code, joinedAt, openedByMe: openedBy === personId };
      });
    },

    async join(code, personId, now, limit) {
      const joined = await withinBound(prisma, 'duplicateSeats', personId, async (tx) => {
        const [open] = await tx.$queryRaw<{ id: string }[]>`
          select id from duplicates
          where code = ${code} and settled_at is null and closes_at > ${new Date(now)}
          for no key update`;
        if (!open) return 'closed';
        const userId = await ownerIn(tx, personId);
        if (userId === undefined) return 'closed';
        const duplicateId = open.id;
        if ((await tx.duplicateSeat.count({ where: { duplicateId } })) >= limit) return 'full';
        const seat = { duplicateId, userId, joinedAt: new Date(now) };
        await tx.duplicateSeat.createMany({ data: [seat], skipDuplicates: true });
        await nudgeOfSeats(tx, userId, now);
        return 'joined';
      });
      return joined ?? 'closed';
    },

    async startTry({ id, duplicateId, dealId, personId, startsAt, closesAt }) {
      const started = await inTransaction(prisma, async (tx) => {
        const [open] = await tx.$queryRaw<{ undo: string }[]>`
          select undo from duplicates
          where id = ${duplicateId}::uuid and settled_at is null
            and closes_at > ${new Date(startsAt)}
          for share`;
        if (!open) return 'closed';
        const userId = await ownerIn(tx, personId);
        const isIn =
          userId !== undefined &&
          (await tx.duplicateSeat.findUnique({
            where: { duplicateId_userId: { duplicateId, userId } },
          }));
        if (!isIn) return 'not-in';
        const key = { duplicateId, dealId, userId, ranked: true };
        // Of several concurrent inserts, the partial unique index accepts one.
        await tx.play.createMany({
          data: [
            {
              ...key,
              id,
              undo: open.undo,
              startsAt: new Date(startsAt),
              closesAt: new Date(closesAt),
            },
          ],
          skipDuplicates: true,
        });
        const play = await tx.play.findFirstOrThrow({ where: key, select: { id: true } });
        return { playId: play.id };
      });
      return started ?? 'closed';
    },

    async settle(code, isOver, now) {
      await inTransaction(prisma, async (tx) => {
        // Waits for everybody who is joining or starting at this moment.
        await tx.$queryRaw`select from duplicates where code = ${code} for no key update`;
        const duplicate = await findIn(tx, code);
        if (!duplicate || phaseOf(duplicate) === 'closed' || !isOver(duplicate)) return true;
        await tx.duplicate.update({ where: { code }, data: { settledAt: new Date(now) } });
        return true;
      });
    },

    async dealOf(dealId) {
      const { pack, salt } = await prisma.deal.findUniqueOrThrow({
        where: { id: dealId },
        select: { pack: true, salt: true },
      });
      return { pack: [...pack], salt: salt ?? new Uint8Array() };
    },
  };
}

/** How many duplicates that are over a person's list shows at most. */
const SETTLED_LISTED_MOST = 30;
