/** Words about deals proved winnable, in English. */
export const proof = {
  deal: 'Deal',
  proved: 'Proved winnable',
  any: 'Any deal',
  hint: 'A search has found a win in it. If no such deal is ready, the race says so and deals another.',
  provedDeal: (difficulty: number) => `Proved winnable, difficulty ${difficulty} of 5`,
  notProved: 'Not proved winnable',
};
