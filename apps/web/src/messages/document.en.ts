/** What the HTML of the page says itself, before any script has run; the build puts it there. */
export const documentWords = {
  description:
    'Race your friends at solitaire: the same cards, the same instant, everyone on their own table.',
  needsScripts: 'Same Deal needs JavaScript: the cards are laid out in your browser.',
};

/** What a newcomer reads first, on the start page. */
export const startWords = {
  heading: 'Same cards. Same moment.',
  lead: 'Race your friends at solitaire on the identical deal.',
  noAccount: 'No account: send a link and play.',
};
