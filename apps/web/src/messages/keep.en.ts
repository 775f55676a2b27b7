/** Said once, where a guest has something to keep for the first time. */
export const keepWords = {
  onlyHere: 'Your games are saved only in this browser.',
  keep: 'Save with an account',
};
