/** Words of the three hints on a first table. */
export const hintWords = {
  count: (n: number, of: number) => `${n}/${of}`,
  gotIt: 'Got it',
  /** `to` stands within a sentence: `column 4`, `the waste`. */
  hint: {
    home: (card: string) => `The ${card} can go home: tap it twice, or drag it up.`,
    build: (card: string, to: string) =>
      `The ${card} can go on ${to}: tap the card, then the place. Or drag it.`,
    place: (card: string) => `The ${card} is the next stock card: tap it, then any pile.`,
    deal: () => 'No move you like? Tap the stock to deal a card.',
    look: (_card: string, _to: string, hasMouse: boolean) =>
      `${hasMouse ? 'Right-click' : 'Press and hold'} a pile to see all its cards.`,
  },
};
