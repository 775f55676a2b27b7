import type { Database } from './database.ts';
import type { AnalysisStore, DealFinding } from '../solver/analyses.ts';
import { findingRow, movesOf } from './deal-pool.ts';

/** What searches have found out about plays and their deals. */
export function analysesRepository(prisma: Database): AnalysisStore {
  return {
    async find(playId) {
      const row = await prisma.play.findUnique({
        where: { id: playId },
        select: {
          deal: { select: { verdict: true, difficulty: true, solution: true } },
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
          },
        play: analysis
          ? { entries: analysis.entries, entry: analysis.lostAt, proved: analysis.proved }
          : null,
      };
    },

    async keepDeal(playId, found) {
      await prisma.deal.updateMany({
        where: { plays: { some: { id: playId } } },
        data: findingRow(found),
      });
    },

    async keepPlay(playId, { entries, entry, proved }) {
      const found = { entries, lostAt: entry, proved };
      await prisma.playAnalysis.upsert({
        where: { playId },
        create: { playId, ...found },
        update: found,
      });
    },
  };
}

function verdictOf(text: string | null): DealFinding['verdict'] | null {
  return text === 'won' || text === 'lost' || text === 'undecided' ? text : null;
}
