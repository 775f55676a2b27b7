/** Members of one's circles who run beside one's try at a daily. */
export const laneWords = {
  label: 'Your circles, after as long as you have played',
  byEar: (each: readonly string[]) => `After as long as you have played: ${each.join('; ')}.`,
  one: (name: string, home: string) => `${name}, ${home}`,
};
