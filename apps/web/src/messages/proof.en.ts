/** Words about deals proved winnable, in English. */
export const proof = {
  deal: 'Deal',
  proved: 'Proved winnable',
  any: 'Any deal',
  hint: 'A computer has solved this deal. If none is ready, we use an unchecked deal and tell you.',
  provedDeal: (difficulty: number) => `Proved winnable, difficulty ${difficulty} of 5`,
  notProved: 'Not proved winnable',
};
