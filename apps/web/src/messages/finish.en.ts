/** Words of the offer to play a game to its end, once nothing but moves home is left to do. */
export const finishWords = {
  text: 'All the rest can go home.',
  finish: 'Finish',
};
