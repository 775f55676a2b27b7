/** What those who listen to a table are told that others see. */

export const byEar = {
  /** What kind of thing the board is, and how to learn more. */
  board: 'card table',
  help: 'F1 for help.',

  areas: {
    foundations: 'Foundations.',
    tableau: 'Tableau.',
    stock: 'Stock and waste.',
  },

  nothingUnder: 'Nothing lies under it.',
  noAnswer: 'The answer could not be fetched. Ask again when the line is back.',
};
