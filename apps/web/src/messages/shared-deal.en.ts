/** Words of the page that a shared deal's link opens. */
export const sharedDeal = {
  deal: (deal: string) => `Deal ${deal}`,
  lead: 'You get the same cards as whoever sent you this link. No clock to beat, undo as you like.',
  play: 'Play this deal',
  wrong: 'This link leads to no deal',
  noForm: 'This game has no such form.',
  other: 'Choose a game',
};
