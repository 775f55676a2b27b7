/** Everything there can be a nudge about. */
export const nudgeKinds = [
  'rival-played',
  'race-begins',
  'invitation',
  'streak-ends',
  'duplicate-closes',
  'circle-date',
] as const;
export type NudgeKind = (typeof nudgeKinds)[number];
