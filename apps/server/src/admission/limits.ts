/** How much anybody may ask for: all values in one place. */

/** So many in so much time, for one address. */
export interface Limit {
  readonly times: number;
  readonly perMs: number;
}

export interface Limits {
  /** Any request under /api. */
  readonly requests: Limit;
  /** New guests. */
  readonly guests: Limit;
  /** Looks at and acceptances of hand-overs: what guessing codes takes. */
  readonly handOverTries: Limit;
  /** Tries to sign in, by whatever way. */
  readonly signIns: Limit;
  /** For one account: wrong passwords, from wherever they come. */
  readonly passwordTries: Limit;
  /** To one address of e-mail: links. */
  readonly links: Limit;
  /** Exports of all one's data: each reads everything. */
  readonly exports: Limit;
}

// A school or an office shares one address, so the first is generous.
export const defaultLimits: Limits = {
  requests: { times: 1200, perMs: 60_000 },
  guests: { times: 20, perMs: 600_000 },
  handOverTries: { times: 10, perMs: 60_000 },
  signIns: { times: 30, perMs: 60_000 },
  // NIST SP 800-63B allows no more than 100 failures in a row; people rarely need five.
  passwordTries: { times: 20, perMs: 900_000 },
  links: { times: 3, perMs: 900_000 },
  exports: { times: 5, perMs: 600_000 },
};

/** How often one person may ask, by kind of request, over all their lines. */
export interface FrameLimits {
  /** Entries: a whole pack collected at once, or a queue after a tunnel, must pass. */
  readonly entries: Limit;
  /** New races and plays. */
  readonly creations: Limit;
  readonly invitations: Limit;
  /** What is said at races. */
  readonly phrases: Limit;
  readonly others: Limit;
}

export const defaultFrameLimits: FrameLimits = {
  entries: { times: 600, perMs: 10_000 },
  creations: { times: 60, perMs: 60_000 },
  // Everybody of a large circle at once, but nobody again and again.
  invitations: { times: 15, perMs: 60_000 },
  phrases: { times: 4, perMs: 10_000 },
  others: { times: 120, perMs: 10_000 },
};
