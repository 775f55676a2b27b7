/** What is answered to a code or link that somebody types: no page needs it before. */
export const codeWords = {
  dealMistakes: {
    'not-a-deal': 'That is neither a deal code nor a number.',
    'out-of-range': 'No deal has that number.',
    mistyped: 'One of the letters or digits must be wrong: the code does not add up.',
    'unknown-version': 'That code comes from another version of Same Deal.',
  },
  codeEmpty: 'Type the code first.',
  codeNoLink: 'That link leads nowhere here. Check that it is whole.',
  codeIsDeal: 'These are the cards of a deal. Which game do you want to play with them?',
  codeUnknown: 'No code looks like that. Races have six letters and digits, other devices eight.',
};
