/** Words of the hints on a game's first table. */
export const hintWords = {
  count: (n: number, of: number) => `${n}/${of}`,
  gotIt: 'Got it',
  /** What somebody who knows other patiences would get wrong. */
  rule: {
    bisley: 'Aces build up and kings down until they meet. Columns go either way, in suit.',
    'sly-fox':
      'Once you place a stock card on the reserve, place twenty before reserve cards go home again.',
    'british-square':
      'Each foundation goes up to the king, then down again. A pile keeps its direction.',
    alhambra: 'Reserve cards go home or on the waste: same suit, one higher or lower.',
  } as Readonly<Record<string, string | undefined>>,
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
