/** What the start page says of quick matches. */
export const quickWords = {
  quick: 'Quick match',
  hint: 'Race whoever is here now.',
};
