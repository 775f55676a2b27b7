/** Words of the clock that runs once somebody has won. */
export const closingWords = {
  setting: 'After the first win',
  quarter: 'A quarter of the winner’s time',
  none: 'Until the time limit',
  hint: 'The others get at least 30 seconds more.',
  /** Shown to everybody in the lobby. */
  openTables: 'Open tables: watchers and players who are done see all tables.',
  listed: 'Listed: anyone can find this race and watch it.',
};
