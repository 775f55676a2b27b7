/** Words of the question before a play is given up. */
export const concedeWords = {
  title: 'Give up?',
  text: 'The game ends here, for good.',
  ofTry: 'This is your one try at this deal, and it ends here.',
  yes: 'Give up',
  no: 'Keep playing',
};
