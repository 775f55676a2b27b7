/** What screen readers announce of a table that others see. */

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
  noAnswer: 'The answer could not be loaded. Ask again when you’re back online.',
};
