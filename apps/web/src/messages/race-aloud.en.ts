/** What screen readers announce of the others in a race. */
export const raceAloud = {
  halfway: (name: string) => `${name} is half-way home.`,
  firstSuit: (name: string) => `${name} has the first suit home.`,
};
