import { gameList } from '@same-deal/engine';
import { z } from 'zod';
import type { Database } from '../database.ts';
import type { PlayAnalysisModel } from '../../generated/prisma/models.ts';
import type { AnalysisStore, PlayFinding } from '../../play/analyses.ts';
import type { DealFinding } from '../../solver/work.ts';
import { keepFinding, movesOf } from '../deal/deal-pool.ts';

/** Of ended plays, and of the whole of them: an entry is a move, an undo or the end that its player makes. */
const AVERAGES = `
  select split_part(deal.variant, '/', 1) as game, count(*)::int as plays,
    sum(100.0 * a.kept / a.decisions)::float8 as sum, coalesce(sum(a.undecided), 0)::int as undecided
  from plays p join play_analyses a on a.play_id = p.id join deals deal on deal.id = p.deal_id
  where p.user_id = $1 and p.ended_at is not null and not p.offline and not p.continued
    and a.decisions > 0 and a.entries = p.moves + p.undos + (p.ending = 'conceded')::int
  group by 1`;

/** Stored results of the solver: of plays, and of their deals. */
export function analysesRepository(prisma: Database): AnalysisStore {
  const store: AnalysisStore = {
    async find(playId) {
      const row = await prisma.play.findUnique({
        where: { id: playId },
        select: {
          deal: { select: { verdict: true, difficulty: true, solution: true, shortest: true } },
          analysis: true,
        },
      });
      const verdict = verdictOf(row?.deal.verdict ?? null);
      const { analysis } = row ?? {};
      return {
        deal: row &&
          verdict && {
            verdict,
            difficulty: row.deal.difficulty,
            moves: row.deal.solution ? movesOf(row.deal.solution) : [],
            isShortest: row.deal.shortest,
          },
        play: analysis ? playFindingOf(analysis) : null,
      };
    },

    async averagesOf(personId) {
      type Row = { game: string; plays: number; sum: number; undecided: number };
      const rows = await prisma.$queryRawUnsafe<Row[]>(AVERAGES, personId);
      return [null, ...gameList.map(({ id }) => id)].map((game) => {
        const counted = rows.filter((row) => game === null || row.game === game);
        const plays = counted.reduce((sum, row) => sum + row.plays, 0);
        const sum = counted.reduce((total, row) => total + row.sum, 0);
        const undecided = counted.reduce((total, row) => total + row.undecided, 0);
        const percent = plays > 0 ? Math.round((10 * sum) / plays) / 10 : null;
        return { game, plays, percent, undecided };
      });
    },

    async keepDeal(playId, found) {
      const select = { dealId: true } as const;
      const play = await prisma.play.findUnique({ where: { id: playId }, select });
      if (!play) return found;
      await keepFinding(prisma, play.dealId, found);
      return (await store.find(playId)).deal ?? found;
    },

    async keepPlay(playId, { entries, entry, mistakes, curve, ...figures }) {
      const found = {
        ...{ entries, lostAt: entry, ...figures },
        mistakes: mistakes.map((mistake) => ({ ...mistake })),
        curve: Uint8Array.from(curve),
      };
      await prisma.playAnalysis.upsert({
        where: { playId },
        create: { playId, ...found },
        update: found,
      });
    },
  };
  return store;
}

/** The stored analysis of a play; null if it is of a version that did not count all of it. */
function playFindingOf(row: PlayAnalysisModel): PlayFinding | null {
  const mistakes = storedMistakes.safeParse(row.mistakes);
  const { entries, lostAt, proved, decisions, kept, undecided, curve } = row;
  if (decisions === null || kept === null || undecided === null) return null;
  if (!curve || !mistakes.success) return null;
  return {
    ...{ entries, entry: lostAt, proved, decisions, kept, undecided },
    mistakes: mistakes.data,
    curve: [...curve],
  };
}

const storedMistakes = z.array(
  z.object({ entry: z.int(), cost: z.int(), better: z.int().nullable() }),
);

function verdictOf(text: string | null): DealFinding['verdict'] | null {
  return text === 'won' || text === 'lost' || text === 'undecided' ? text : null;
}
