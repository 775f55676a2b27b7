import { raceValue } from '../race/race.ts';
import type { MatchChange, MatchStore } from '../race/quick-matches.ts';
import type { Database } from './database.ts';
import { inTransaction } from './transaction.ts';

/** Which races gather players for quick matches. */
export function quickMatchesRepository(prisma: Database): MatchStore {
  return {
    async take(variant, personId, now, decide) {
      await prisma.quickMatch.createMany({ data: [{ variant }], skipDuplicates: true });
      const taken = await inTransaction(prisma, async (tx): Promise<MatchChange | undefined> => {
        // Whoever taps comes after all who did before them, at whatever node: nobody is in two.
        const rows = await tx.$queryRaw<{ variant: string; codes: string[] }[]>`
          select variant, codes from quick_matches order by variant for update`;
        const listed = rows.flatMap(({ codes }) => codes);
        // In the order in which merges lock lobbies.
        const races = await tx.$queryRaw<
          { id: string; code: string; version: number; value: unknown }[]
        >`
          select id, code, version, value from races
          where code = any(${listed}::text[]) order by id for update`;
        const [running] = await tx.$queryRaw<{ code: string }[]>`
          select r.code from plays p join races r on r.id = p.race_id
          where p.user_id = ${personId} and p.ended_at is null
            and p.closes_at > ${new Date(now)} and r.settled_at is null
            and jsonb_typeof(r.value->'quick') = 'object'
          limit 1`;
        const matches = races
          .map(({ id, code, value }) => ({ id, code, race: raceValue.parse(value) }))
          .sort((a, b) => listed.indexOf(a.code) - listed.indexOf(b.code));
        const change = decide(matches, running?.code ?? null);
        for (const { code, race } of change.changed) {
          await tx.race.update({
            where: { code },
            data: { value: race, version: { increment: 1 } },
          });
        }
        if (change.opened) {
          const { code, race } = change.opened;
          const created = await tx.race.createMany({
            data: [{ code, version: 1, value: race }],
            skipDuplicates: true,
          });
          // The code is somebody's already: once more, with another one.
          if (created.count === 0) return undefined;
        }
        for (const row of rows) {
          const own = row.variant === variant && change.opened ? [change.opened.code] : [];
          const codes = [...row.codes.filter((code) => change.open.includes(code)), ...own];
          if (codes.join() === row.codes.join()) continue;
          await tx.quickMatch.update({ where: { variant: row.variant }, data: { codes } });
        }
        return change;
      });
      return taken ?? null;
    },
  };
}
