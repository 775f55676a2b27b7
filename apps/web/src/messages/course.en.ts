/** The chart of everybody's way home. */
export const courseWords = {
  title: 'Cards home over time',
  summary: (name: string, home: number, time: string) => `${name}: ${home} home after ${time}`,
  failed: 'The chart could not be drawn.',
};
