/** What is said by parts that are fetched long after a page. */
export const laterWords = {
  back: 'You’re online again.',
};
