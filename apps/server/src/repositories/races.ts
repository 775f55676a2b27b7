import type { Prisma } from '../generated/prisma/client.ts';
import { figuresOf, recordOf } from '../play/play-record.ts';
import type { Database } from '../plugins/prisma.ts';
import { COMMIT_GRACE_MS, raceValue, settle } from '../race/race.ts';
import type { Race } from '../race/race.ts';
import type { RaceStore } from '../race/races.ts';
import { entriesOf, headerOf, withHeader } from './plays.ts';

/** The opened deal of a race, and what the gate needs to know of it. */
export interface RaceDeal {
  readonly variant: string;
  readonly pack: readonly number[];
  readonly salt: Uint8Array;
  readonly commitment: Uint8Array;
  readonly kind: string;
  readonly raceSettledAt: Date | null;
}

export function racesRepository(prisma: Database) {
  /** Compare-and-set on the version; the number of rows says whether it was still the one. */
  const replaceIn = async (
    db: Pick<Database, 'race'>,
    { id, version }: { id: string; version: number },
    race: Race,
    more: Prisma.RaceUpdateManyMutationInput & { dealId?: string } = {},
  ): Promise<boolean> => {
    const { count } = await db.race.updateMany({
      where: { id, version },
      data: { ...more, value: race, version: { increment: 1 } },
    });
    return count === 1;
  };

  const store: RaceStore = {
    async find(code) {
      const row = await prisma.race.findUnique({
        where: { code },
        include: { rematch: { select: { code: true } } },
      });
      if (!row) return null;
      return {
        id: row.id,
        code: row.code,
        version: row.version,
        race: raceValue.parse(row.value),
        rematchCode: row.rematch?.code ?? null,
      };
    },

    async create(code, race, rematchOf) {
      const { count } = await prisma.race.createMany({
        data: [{ code, version: 1, value: race, rematchOf }],
        skipDuplicates: true,
      });
      return count === 1;
    },

    replace: (stored, race) => replaceIn(prisma, stored, race),

    start: (stored, race, deal) =>
      inTransaction(prisma, async (tx) => {
        await tx.deal.create({
          data: {
            id: deal.id,
            variant: deal.variant,
            kind: 'race',
            pack: Uint8Array.from(deal.pack),
            salt: deal.salt,
            commitment: deal.commitment,
          },
        });
        const { start } = race;
        if (!start || !(await replaceIn(tx, stored, race, { dealId: deal.id }))) return false;
        await tx.play.createMany({
          data: Object.entries(start.plays).map(([userId, id]) => ({
            id,
            userId,
            dealId: deal.id,
            raceId: stored.id,
            undo: race.settings.undo,
            startsAt: new Date(start.startsAt),
            closesAt: new Date(start.closesAt),
          })),
        });
        return true;
      }),

    settle: (stored) =>
      inTransaction(prisma, async (tx) => {
        const { start } = stored.race;
        if (!start) return false;
        // Waits for every commit under way, and lets none begin, before the logs are read.
        const locked = await tx.$queryRaw<{ id: string; ended: boolean }[]>`
          select id, ended_at is not null as ended
          from plays where race_id = ${stored.id}::uuid order by id for update`;
        const unended = locked.filter(({ ended }) => !ended);
        const [{ now } = { now: new Date(0) }] = await tx.$queryRaw<{ now: Date }[]>`
          select clock_timestamp() as now`;
        if (unended.length > 0 && now.getTime() < start.closesAt + COMMIT_GRACE_MS) return false;
        if (
          !(await replaceIn(tx, stored, settle(stored.race, now.getTime()), { settledAt: now }))
        ) {
          return false;
        }
        for (const { id } of unended) {
          const row = await tx.play.findUniqueOrThrow({ where: { id }, include: withHeader });
          const header = { ...headerOf(row), endedByCap: true };
          const figures = figuresOf(recordOf(header, await entriesOf(tx, id)));
          await tx.play.update({
            where: { id },
            data: { ...figures, endedAt: new Date(start.closesAt) },
          });
        }
        return true;
      }),
  };

  return {
    ...store,

    /** The deal of a race; null if there is no such race, or it has not been started. */
    async dealOf(code: string): Promise<RaceDeal | null> {
      const row = await prisma.race.findUnique({
        where: { code },
        select: { settledAt: true, deal: true },
      });
      if (!row?.deal?.salt || !row.deal.commitment) return null;
      const { variant, pack, salt, commitment, kind } = row.deal;
      return { variant, pack: [...pack], salt, commitment, kind, raceSettledAt: row.settledAt };
    },
  };
}

/** Rolls back where the work answers false. */
async function inTransaction(
  prisma: Database,
  work: (tx: Prisma.TransactionClient) => Promise<boolean>,
): Promise<boolean> {
  const notDone = new Error('not done');
  try {
    return await prisma.$transaction(
      async (tx) => {
        if (!(await work(tx))) throw notDone;
        return true;
      },
      { timeout: 15_000, maxWait: 10_000 },
    );
  } catch (error) {
    if (error === notDone) return false;
    throw error;
  }
}
