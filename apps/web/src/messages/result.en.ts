/** Words for how a race has ended. */
export const resultWords = {
  youWon: 'You won!',
  youShare: 'You share the first place!',
  winner: (name: string) => `${name} wins`,
  winners: (names: string[]) => `${names.join(' and ')} share the first place`,
  nobody: 'Nobody brought a card home',
  yourPlace: (place: number, of: number) => `You came in at place ${place} of ${of}.`,
  replay: 'Replay',
  replayOf: (name: string) => `Watch the replay of ${name}`,
  unrated:
    'Two of these seats belong to one person, so the race counts in nobody’s wins and losses.',
  rematchLead: 'Same people and settings, new cards.',
};
