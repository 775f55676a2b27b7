/** Members of one's circles who run beside one's try at a daily. */
export const laneWords = {
  label: 'Your circles, after as long as you have played',
};
