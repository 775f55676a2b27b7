/** Words for what to do in the lobby until the race starts. */
export const waitWords = {
  heading: 'While you wait',
  lead: (game: string) => `New to ${game}? Learn it in two minutes, or try a deal of your own.`,
  rules: 'Rules',
  tryIt: 'Try it',
  trying: 'Practice while you wait',
  back: 'Lobby',
  opening: 'Laying out the cards…',
};
