import { isPack, variantOf } from '@same-deal/engine';
import type { Pack } from '@same-deal/engine';
import { dayOf } from '../../daily/days.ts';
import type { CertifierStore } from '../../deal/certifier.ts';
import type { DealPool, FixedDeal, Proof } from '../../deal/draw-deal.ts';
import type { Prisma } from '../../generated/prisma/client.ts';
import type { Database } from '../database.ts';
import type { DealFinding } from '../../solver/work.ts';
import type { RegradingStore } from '../../deal/regrading.ts';
import { GRADING_VERSION } from '../../solver/work.ts';

/** Takes a deal by deleting its row; rows that other transactions are taking are skipped. */
const TAKE = `
delete from certified_deals where id = (
  select id from certified_deals
  where variant = $1 and (select count(*) from certified_deals where variant = $1) > $2
  order by created_at, id limit 1 for update skip locked
)
returning pack, solution, shortest, difficulty, grading_version`;

/**
 * A winnable deal whose class comes from another grading version, or that has none: first from the pool, then from
 * those in use, except deals of races, dailies and duplicates that are not over.
 */
const STALE = `
(select id, variant, pack, 'pool' as kept from certified_deals
  where grading_version is distinct from $1 and id <> all($3::uuid[]) limit 1)
union all
(select id, variant, pack, 'used' from deals
  where verdict = 'won' and grading_version is distinct from $1 and id <> all($3::uuid[])
    and not exists (select from races where deal_id = deals.id and settled_at is null)
    and not exists (select from dailies where deal_id = deals.id and closes_at > $2)
    and not exists (select from duplicate_deals x join duplicates d on d.id = x.duplicate_id
      where x.deal_id = deals.id and d.settled_at is null)
  limit 1)
limit 1`;

/** The certified deals in stock for live use. */
export function dealPoolRepository(prisma: Database) {
  const pool: DealPool = {
    async take(variant, leave) {
      type Row = {
        pack: Uint8Array;
        solution: Uint8Array;
        shortest: boolean;
        difficulty: number;
        grading_version: number | null;
      };
      const [row] = await prisma.$queryRawUnsafe<Row[]>(TAKE, variant, leave);
      if (!row) return null;
      return {
        pack: packOf(variant, row.pack),
        proof: {
          difficulty: row.difficulty,
          gradingVersion: row.grading_version,
          solution: movesOf(row.solution),
          isShortest: row.shortest,
        },
      };
    },
  };

  /** Puts back what was drawn and used by nobody; nobody has seen anything of it. */
  async function giveBack({ variant, pack, proof, copyOf }: FixedDeal): Promise<void> {
    if (proof && copyOf === undefined) await store.add(variant, { pack, proof });
  }

  const store: CertifierStore = {
    async add(variant, { pack, proof }) {
      await prisma.certifiedDeal.create({
        data: {
          variant,
          pack: Uint8Array.from(pack),
          solution: bytesOf(proof.solution),
          shortest: proof.isShortest ?? false,
          difficulty: proof.difficulty,
          gradingVersion: versionOf(proof),
        },
      });
    },

    async counts() {
      const rows = await prisma.certifiedDeal.groupBy({ by: ['variant'], _count: true });
      return new Map(rows.map(({ variant, _count }) => [variant, _count]));
    },

    async unsearchedDaily(now, except) {
      const [row] = await prisma.$queryRaw<{ id: string; variant: string; pack: Uint8Array }[]>`
        select deal.id, deal.variant, deal.pack
        from dailies d join deals deal on deal.id = d.deal_id
        where deal.verdict is null and d.closes_at > ${new Date(now)}
          and deal.id <> all(${except}::uuid[])
        order by abs(d.day - ${dayOf(now)}::int), d.day desc, d.game limit 1`;
      return row ? { ...row, pack: [...row.pack] } : null;
    },

    async noteSearched(dealId, found) {
      await keepFinding(prisma, dealId, found);
    },
  };

  const regrading: RegradingStore = {
    async stale(now, except) {
      type Row = { id: string; variant: string; pack: Uint8Array; kept: 'pool' | 'used' };
      const values = [GRADING_VERSION, new Date(now), except];
      const [row] = await prisma.$queryRawUnsafe<Row[]>(STALE, ...values);
      return row ? { ...row, pack: [...row.pack] } : null;
    },

    async noteGrade({ id, kept }, difficulty) {
      const where = { id };
      const data = { difficulty, gradingVersion: GRADING_VERSION };
      // A deal of the pool may have been taken meanwhile; then its race or daily was given the old class.
      if (kept === 'pool') await prisma.certifiedDeal.updateMany({ where, data });
      else await prisma.deal.updateMany({ where, data });
    },
  };

  return { ...pool, giveBack, ...store, ...regrading };
}

/** @throws Error if what is stored is no pack of the variant */
function packOf(variant: string, bytes: Uint8Array): Pack {
  const pack = [...bytes];
  if (!isPack(pack, variantOf(variant).packs)) throw new Error('what is stored is no pack');
  return pack;
}

/** Stores a search's result with its deal, unless what is stored is proved already: several may search a deal at once. */
export async function keepFinding(
  prisma: Pick<Database, 'deal'>,
  id: string,
  found: DealFinding,
): Promise<void> {
  const isUnproved = { OR: [{ verdict: null }, { verdict: 'undecided' }] };
  await prisma.deal.updateMany({ where: { id, ...isUnproved }, data: findingRow(found) });
}

/** The columns in which a search's result is stored with its deal. */
const findingRow = ({ verdict, difficulty, moves, isShortest = false }: DealFinding) => ({
  verdict,
  difficulty,
  gradingVersion: difficulty === null ? null : GRADING_VERSION,
  solution: verdict === 'won' ? bytesOf(moves) : null,
  shortest: isShortest,
});

/** The grading that a proof's class comes from. */
const versionOf = ({ gradingVersion = GRADING_VERSION }: Proof): number | null => gradingVersion;

/** The row of a drawn deal. */
export const dealRow = (deal: FixedDeal, kind: 'race' | 'daily' | 'duplicate' | 'ghost') =>
  ({
    id: deal.id,
    variant: deal.variant,
    kind,
    pack: Uint8Array.from(deal.pack),
    salt: deal.salt,
    commitment: deal.commitment,
    ...(deal.copyOf !== undefined && { copyOf: deal.copyOf }),
    ...(deal.proof
      ? {
          ...findingRow({
            verdict: 'won',
            difficulty: deal.proof.difficulty,
            moves: deal.proof.solution,
            isShortest: deal.proof.isShortest ?? false,
          }),
          gradingVersion: versionOf(deal.proof),
        }
      : {}),
  }) satisfies Prisma.DealUncheckedCreateInput;

/** Move codes as bytes, two each, big-endian. */
export function bytesOf(moves: readonly number[]): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(moves.flatMap((code) => [code >> 8, code & 0xff]));
}

/** The inverse of `bytesOf`. */
export const movesOf = (bytes: Uint8Array): number[] =>
  Array.from({ length: bytes.length / 2 }, (_, n) => (bytes[2 * n]! << 8) | bytes[2 * n + 1]!);
