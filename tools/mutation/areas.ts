/** What is tested by mutation, and by which of its tests: those that need neither database nor browser. */
export interface Area {
  /** The code that is changed, as patterns from the project's root. */
  readonly mutate: readonly string[];
  readonly tests: readonly string[];
}

export const areas: Readonly<Record<string, Area>> = {
  difficulty: {
    mutate: ['packages/solver/src/difficulty/*.ts'],
    tests: ['packages/solver/test/difficulty.test.ts'],
  },
  race: {
    mutate: ['apps/server/src/race/{race,standings}.ts'],
    tests: ['apps/server/test/{race-rules,standings}.test.ts'],
  },
  ranking: {
    mutate: ['apps/server/src/daily/{ranking,days,streak,stats}.ts'],
    tests: ['apps/server/test/ranking.test.ts'],
  },
  page: {
    mutate: [
      'apps/web/src/play/{play-log,play-line,play-clock,play-state}.ts',
      'apps/web/src/board/board-state.ts',
    ],
    tests: ['apps/web/src/play/play-*.test.ts', 'apps/web/src/board/board-state.test.ts'],
  },
  engine: {
    mutate: ['packages/engine/src/**/*.ts', '!**/*.test.ts', '!**/index.ts'],
    tests: [
      'packages/engine/src/**/*.test.ts',
      'packages/engine/test/{garbage,kept,rules,wrong-input}.test.ts',
    ],
  },
};
