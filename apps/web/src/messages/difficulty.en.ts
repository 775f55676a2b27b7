/** Words for how hard a deal is, 1 to 5. */
const names = ['very easy', 'easy', 'medium', 'hard', 'very hard'];

export const difficulty = {
  /** In a sentence: `hard (4 of 5)`. */
  text: (n: number) => `${names[n - 1] ?? names[2]} (${n} of 5)`,
  meaning: 'The harder, the more often a careful player who can’t see ahead loses this deal.',
};
