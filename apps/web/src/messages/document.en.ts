/** What the HTML of the page says itself, before any script has run; the build puts it there. */
export const documentWords = {
  description:
    'Race your friends at solitaire: the same cards, the same instant, everyone on their own table.',
  needsScripts: 'Same Deal needs JavaScript: the cards are laid out in your browser.',
};
