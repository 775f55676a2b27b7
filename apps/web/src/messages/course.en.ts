/** The chart of everybody's cards home over time. */
export const courseWords = {
  title: 'Cards home over time',
  /** @param time when the last of them came */
  summary: (name: string, home: number, time: string) =>
    home === 0 ? `${name}: none` : `\u2068${name}\u2069: ${home} home at ${time}`,
  failed: 'The chart could not be drawn.',
};
