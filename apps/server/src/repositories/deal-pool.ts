import { isPack, variantOf } from '@same-deal/engine';
import type { CertifiedDeal, DealPool, FixedDeal } from '../deal/draw-deal.ts';
import type { Prisma } from '../generated/prisma/client.ts';
import type { Database } from '../plugins/prisma.ts';

/** Removing it is taking it; a row somebody else is just taking is passed over. */
const TAKE = `
delete from certified_deals where id = (
  select id from certified_deals
  where variant = $1 and (select count(*) from certified_deals where variant = $1) > $2
  order by created_at, id limit 1 for update skip locked
)
returning pack, solution, difficulty`;

/** The certified deals that are kept for live use. */
export function dealPoolRepository(prisma: Database) {
  const pool: DealPool = {
    async take(variant, leave) {
      type Row = { pack: Uint8Array; solution: Uint8Array; difficulty: number };
      const [row] = await prisma.$queryRawUnsafe<Row[]>(TAKE, variant, leave);
      if (!row) return null;
      const pack = [...row.pack];
      if (!isPack(pack, variantOf(variant).packs)) throw new Error('a certified deal is no pack');
      return {
        pack,
        proof: { difficulty: row.difficulty, solution: movesOf(row.solution) },
      };
    },
  };

  return {
    ...pool,

    /** Puts a certified deal into the pool. */
    async add(variant: string, { pack, proof }: CertifiedDeal): Promise<void> {
      await prisma.certifiedDeal.create({
        data: {
          variant,
          pack: Uint8Array.from(pack),
          solution: bytesOf(proof.solution),
          difficulty: proof.difficulty,
        },
      });
    },

    /** How many deals are ready, by variant. */
    async counts(): Promise<ReadonlyMap<string, number>> {
      const rows = await prisma.certifiedDeal.groupBy({ by: ['variant'], _count: true });
      return new Map(rows.map(({ variant, _count }) => [variant, _count]));
    },
  };
}

/** A drawn deal as it is stored. */
export const dealRow = (deal: FixedDeal, kind: 'race' | 'daily') =>
  ({
    id: deal.id,
    variant: deal.variant,
    kind,
    pack: Uint8Array.from(deal.pack),
    salt: deal.salt,
    commitment: deal.commitment,
    ...(deal.proof
      ? {
          verdict: 'won',
          difficulty: deal.proof.difficulty,
          solution: bytesOf(deal.proof.solution),
        }
      : {}),
  }) satisfies Prisma.DealCreateInput;

/** Move codes as bytes, two each, the higher first. */
export function bytesOf(moves: readonly number[]): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(moves.flatMap((code) => [code >> 8, code & 0xff]));
}

/** The inverse of `bytesOf`. */
export const movesOf = (bytes: Uint8Array): number[] =>
  Array.from({ length: bytes.length / 2 }, (_, n) => (bytes[2 * n]! << 8) | bytes[2 * n + 1]!);
