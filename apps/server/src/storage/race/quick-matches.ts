import type { Seating } from '../../race/quick.ts';
import type { MatchStore } from '../../race/quick-matches.ts';
import { raceValue } from '../../race/race.ts';
import type { Database } from '../database.ts';
import { goneOf } from './seats.ts';
import { inTransaction } from '../transaction.ts';

/** Which races gather players for quick matches. */
export function quickMatchesRepository(prisma: Database): MatchStore {
  return {
    async take(variants, personIds, now, decide) {
      await prisma.quickMatch.createMany({
        data: variants.map((variant) => ({ variant })),
        skipDuplicates: true,
      });
      const taken = await inTransaction(prisma, async (tx): Promise<Seating | undefined> => {
        const gone = await goneOf(tx, personIds);
        // The locks serialise requests over all nodes, so that nobody gets into two matches.
        const rows = await tx.$queryRaw<{ variant: string; codes: string[] }[]>`
          select variant, codes from quick_matches order by variant for update`;
        const listed = rows.flatMap(({ codes }) => codes);
        // In the order of ids, in which merges lock lobbies too.
        const races = await tx.$queryRaw<
          { id: string; code: string; version: number; value: unknown }[]
        >`
          select id, code, version, value from races
          where code = any(${listed}::text[]) order by id for update`;
        const running = await tx.$queryRaw<{ personId: string; code: string }[]>`
          select p.user_id as "personId", r.code from plays p join races r on r.id = p.race_id
          where p.user_id = any(${[...personIds]}::text[]) and p.ended_at is null
            and p.closes_at > ${new Date(now)} and r.settled_at is null
            and jsonb_typeof(r.value->'quick') = 'object'`;
        const matches = races
          .map(({ code, value }) => ({ code, race: raceValue.parse(value) }))
          .sort((a, b) => listed.indexOf(a.code) - listed.indexOf(b.code));
        const seating = decide(
          matches,
          new Map(running.map(({ personId, code }) => [personId, code])),
          gone,
        );
        const { changed, opened, open } = seating;
        if (changed.length > 0) {
          await tx.$executeRaw`
            update races r set value = n.value, version = r.version + 1, updated_at = now()
            from unnest(${changed.map(({ code }) => code)}::text[],
              ${changed.map(({ race }) => JSON.stringify(race))}::jsonb[]) as n(code, value)
            where r.code = n.code`;
        }
        const created = await tx.race.createMany({
          data: opened.map(({ code, race }) => ({ code, version: 1, value: race })),
          skipDuplicates: true,
        });
        // A code is taken already: the caller tries again, with other codes.
        if (created.count < opened.length) return undefined;
        for (const { variant, codes } of rows) {
          const own = opened.filter(({ race }) => race.settings.variant === variant);
          const after = [
            ...codes.filter((code) => open.includes(code)),
            ...own.map(({ code }) => code),
          ];
          if (after.join() === codes.join()) continue;
          await tx.quickMatch.update({ where: { variant }, data: { codes: after } });
        }
        return seating;
      });
      return taken ?? null;
    },
  };
}
