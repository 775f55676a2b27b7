/** What is said of a race while it is run: each once. */
export const companionWords = {
  passedYou: (name: string) => `${name} passed you.`,
  youLead: 'You’re in the lead!',
  /** In the title of a tab that is behind others. */
  startsIn: (seconds: number) => `${seconds}…`,
  begun: 'Go!',
};
