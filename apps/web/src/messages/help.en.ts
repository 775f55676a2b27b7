/** Words of help at the table; the rules themselves are `rules.en.ts`. */
export const helpWords = {
  title: (game: string) => `How to play ${game}`,
  keysTitle: 'Keyboard',
  close: 'Close',
  keysHint: 'The keys act while the focus is on the cards; ? acts everywhere.',
  noAnswer: 'No answer just now.',
  ways: 'Tap a card, then the place it goes to. Tap it twice to send it home, or to its only place. Or drag it. Press and hold to look into a pile.',
  keys: [
    ['Arrow keys', 'from pile to pile'],
    ['Enter or Space', 'take a card, put it down'],
    ['H', 'send the card home'],
    ['D', 'deal, or turn the waste over'],
    ['Z', 'undo'],
    ['Y', 'redo'],
    ['A', 'bring home all that can go'],
    ['P', 'look into the pile'],
    ['N', 'next move: a hint, in practice'],
    ['Esc', 'put the card back'],
    ['F6, Shift+F6', 'from area to area: foundations, tableau, stock, standings'],
    ['? or F1', 'these keys'],
  ] as readonly (readonly [key: string, does: string])[],
};
