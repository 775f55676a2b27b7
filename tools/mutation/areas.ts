/** Code under mutation testing, and the tests that must detect its mutants: those without database and browser. */
export interface Area {
  /** The code to mutate, as patterns from the project's root. */
  readonly mutate: readonly string[];
  readonly tests: readonly string[];
}

const engineTests = [
  'packages/engine/src/**/*.test.ts',
  'packages/engine/test/{garbage,kept,rules,wrong-input}.test.ts',
];

const logFiles = 'packages/engine/src/{log,move,play,showing}.ts';
const dealFiles = 'packages/engine/src/{card,dealing,deal-source,random}.ts';

export const areas: Readonly<Record<string, Area>> = {
  difficulty: {
    mutate: ['packages/solver/src/difficulty/*.ts'],
    tests: ['packages/solver/test/difficulty.test.ts'],
  },
  race: {
    mutate: ['apps/server/src/race/{race,standings,series,quick,settings,partners,tally}.ts'],
    tests: [
      'apps/server/test/{race-rules,race-model,standings,series-rules,quick-rules,tally}.test.ts',
    ],
  },
  plays: {
    mutate: ['apps/server/src/play/{play-record,judge,course-of-play,settlement}.ts'],
    tests: ['apps/server/test/{play-record,judge,course-of-play,settlement,ghosts}.test.ts'],
  },
  people: {
    mutate: [
      'apps/server/src/people/{head-to-head,race-stats,merge-rules,departure,device-name}.ts',
    ],
    tests: ['apps/server/test/{head-to-head,race-stats,merge-rules,departure,device-name}.test.ts'],
  },
  duplicate: {
    mutate: ['apps/server/src/duplicate/{duplicate,scoring}.ts'],
    tests: ['apps/server/test/duplicate-scoring.test.ts'],
  },
  circle: {
    mutate: [
      'apps/server/src/circle/{circle,points,ics}.ts',
      'apps/server/src/nudge/{due,local-time,nudge}.ts',
    ],
    tests: ['apps/server/test/{circle-rules,nudge-rules}.test.ts'],
  },
  daily: {
    mutate: ['apps/server/src/daily/{ranking,days,streak,stats}.ts'],
    tests: ['apps/server/test/ranking.test.ts'],
  },
  page: {
    mutate: [
      'apps/web/src/play/{play-log,play-line,play-clock,play-state}.ts',
      'apps/web/src/board/board-state.ts',
    ],
    tests: [
      'apps/web/src/play/play-{clock,line,log,session}.test.ts',
      'apps/web/src/board/board-state.test.ts',
    ],
  },
  // The engine in parts, each of which ends within the hour.
  games: {
    mutate: ['packages/engine/src/games/*.ts', '!**/*.test.ts', '!**/index.ts'],
    tests: engineTests,
  },
  log: { mutate: [logFiles], tests: engineTests },
  deals: { mutate: [dealFiles], tests: engineTests },
  positions: {
    // All others, so that a new file has an area.
    mutate: [
      'packages/engine/src/*.ts',
      `!${logFiles}`,
      `!${dealFiles}`,
      '!**/*.test.ts',
      '!**/index.ts',
    ],
    tests: engineTests,
  },
};
