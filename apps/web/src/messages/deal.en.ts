/** Words of checking an opened deal. */
export const dealWords = {
  open: 'Reveal the deal',
  heading: 'The deal',
  lead: 'The race is over. The salt and card order are now public. The check runs in your browser.',
  commitment: 'Fingerprint shown before the start',
  salt: 'Salt',
  pack: 'Pack order, dealt from the end',
  check: 'Check this deal',
  recipe:
    'SHA-256 of: the 32 bytes of the salt, the variant’s name, one zero byte, then one byte for each card.',
  computed: 'Fingerprint of these cards',
  good: 'It matches. These cards were fixed before the start and have not changed.',
  bad: 'It does not match: these are not the cards that were promised.',
  notAPack: 'The fingerprint matches, but this is no complete pack.',
  otherFingerprint: 'The fingerprint is not the one this page saw before the start.',
};
