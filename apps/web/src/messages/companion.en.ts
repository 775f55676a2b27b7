/** Messages during a race: each is shown once. */
export const companionWords = {
  passedYou: (name: string) => `${name} passed you.`,
  youLead: 'You’re in the lead!',
  halfway: (name: string) => `${name} is half-way home.`,
  youHalfway: 'You’re half-way home.',
  firstSuit: (name: string) => `First suit home: ${name}.`,
  youFirstSuit: 'First suit home: yours!',
  /** In the title of a tab that is behind others. */
  startsIn: (seconds: number) => `${seconds}…`,
  begun: 'Go!',
};
