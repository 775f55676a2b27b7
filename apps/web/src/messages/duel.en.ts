/** Words of the race that the start page shows. */
export const duel = {
  label: 'Two people play the same cards: who is done first?',
  names: ['Anna', 'Ben'],
  pause: 'Pause',
  play: 'Play',
  again: 'Watch again',
};
