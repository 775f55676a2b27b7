/** The chart of everybody's cards home over time. */
export const courseWords = {
  title: 'Cards home over time',
  summary: (name: string, home: number, time: string) => `${name}: ${home} home after ${time}`,
  failed: 'The chart could not be drawn.',
};
