/** Words about deals proved winnable, in English. */
export const proof = {
  deal: 'Deal',
  proved: 'Proved winnable',
  any: 'Any deal',
  hint: 'A computer has solved this deal. If none is ready, we use an unchecked deal and tell you.',
  provedDeal: 'Proved winnable:',
  notProved: 'Not proved winnable',
};
