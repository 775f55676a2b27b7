/**
 * How much anybody may request: all values in one place. A table in `docs/operations.md` says the same, and a test
 * compares them.
 */

/** So many in so much time. */
export interface Limit {
  readonly times: number;
  readonly perMs: number;
}

const MINUTE = 60_000;

/** So many entries of logs, carried, replayed or taken over, count as much as another request. */
export const ENTRIES_A_REQUEST = 250;

/** What requests are counted by, of an address, a session, a person or an account. */
export interface Limits {
  /** Under /api, of an address: without a session. */
  readonly requests: Limit;
  /** Under /api, of one session. */
  readonly sessionRequests: Limit;
  /** Under /api, of an address: all of them, as a school or an office shares one. */
  readonly addressRequests: Limit;
  /** Addresses of the page, of an address: previews read the database. */
  readonly pages: Limit;
  /** Files of the page, of an address. */
  readonly files: Limit;
  /** `/healthz` and the like, of an address. */
  readonly health: Limit;
  /** New guests, of an address: a school that begins at once, in one statement each. */
  readonly guests: Limit;
  /** Codes of hand-overs that lead nowhere, of an address: what guessing them takes. */
  readonly handOverTries: Limit;
  /** The same of circles. */
  readonly circleTries: Limit;
  /** New hand-overs, of a person. */
  readonly handOvers: Limit;
  /** Tries to sign in, by whatever way, of an address. */
  readonly signIns: Limit;
  /** Challenges for a new passkey, of a person. */
  readonly challenges: Limit;
  /** Wrong passwords for one account from one address that cost no waiting; see `guesses.ts`. */
  readonly passwordTries: Limit;
  /** Links to one address of e-mail. */
  readonly links: Limit;
  /** Links that add an address of e-mail to an account, of a person: only these go to whoever has no account. */
  readonly newEmails: Limit;
  /** The same of an address: a new guest is quickly made. */
  readonly addressNewEmails: Limit;
  /** Plays made without a line that a person enters. */
  readonly offlinePlays: Limit;
  /** Exports of all one's data, of an address: each reads everything. */
  readonly exports: Limit;
  /**
   * Deals proved winnable, of a person: there are some dozens of each game, and finding one takes a while. Whoever has had
   * so many is given ones that are not proved.
   */
  readonly provedDeals: Limit;
  /** The same of an address: no school plays so fast. */
  readonly addressProvedDeals: Limit;
  /** New names, of a person: each goes to everybody who sits with them. */
  readonly renames: Limit;
  /** New circles, races opened from them and races arranged, of a person: each reaches up to fifty others. */
  readonly circles: Limit;
}

export const defaultLimits: Limits = {
  requests: { times: 1_200, perMs: MINUTE },
  sessionRequests: { times: 600, perMs: MINUTE },
  addressRequests: { times: 6_000, perMs: MINUTE },
  pages: { times: 1_200, perMs: MINUTE },
  files: { times: 12_000, perMs: MINUTE },
  health: { times: 600, perMs: MINUTE },
  guests: { times: 600, perMs: 10 * MINUTE },
  handOverTries: { times: 10, perMs: MINUTE },
  circleTries: { times: 60, perMs: MINUTE },
  handOvers: { times: 20, perMs: 10 * MINUTE },
  signIns: { times: 60, perMs: MINUTE },
  challenges: { times: 20, perMs: 10 * MINUTE },
  passwordTries: { times: 5, perMs: 24 * 60 * MINUTE },
  links: { times: 3, perMs: 15 * MINUTE },
  newEmails: { times: 5, perMs: 60 * MINUTE },
  addressNewEmails: { times: 20, perMs: 60 * MINUTE },
  // More than anybody plays between two lines; the rest waits.
  offlinePlays: { times: 120, perMs: 60 * MINUTE },
  exports: { times: 5, perMs: 10 * MINUTE },
  provedDeals: { times: 12, perMs: 10 * MINUTE },
  addressProvedDeals: { times: 30, perMs: 10 * MINUTE },
  renames: { times: 20, perMs: 10 * MINUTE },
  circles: { times: 20, perMs: 10 * MINUTE },
};

/** Requests under /api that are answered at once: more would wait for the database, and others behind them. */
export interface AtOnce {
  readonly atOnceOfSession: number;
  /** Of an address, those without a session. */
  readonly atOnceOfAddress: number;
}

export const defaultAtOnce: AtOnce = { atOnceOfSession: 16, atOnceOfAddress: 100 };

/** What one person may ask for over all their lines, by kind of request. */
export interface FrameLimits {
  /** Entries: a whole pack collected at once, or a queue after a tunnel, must pass. */
  readonly entries: Limit;
  /** New races and plays; a branch counts one more for each 250 entries that it takes over. */
  readonly creations: Limit;
  readonly invitations: Limit;
  /** What is said at races. */
  readonly phrases: Limit;
  /** Tables: one more for each 250 entries that are replayed for the answer. */
  readonly tables: Limit;
  readonly others: Limit;
}

export const defaultFrameLimits: FrameLimits = {
  entries: { times: 600, perMs: 10_000 },
  creations: { times: 60, perMs: MINUTE },
  // Everybody of a large circle at once, but nobody again and again.
  invitations: { times: 15, perMs: MINUTE },
  phrases: { times: 4, perMs: 10_000 },
  // The longest tables of a whole race, and once more after a lost line.
  tables: { times: 400, perMs: 10_000 },
  others: { times: 120, perMs: 10_000 },
};

/** Bounds on lines: how many there are, and what each of them may send and leave unread. */
export interface LineLimits {
  readonly ofPerson: number;
  readonly ofAddress: number;
  /** On this node: a line takes a quarter of a megabyte. */
  readonly inAll: number;
  /** Handshakes of an address that show no session of ours. */
  readonly strangers: Limit;
  /** Handshakes of one session. */
  readonly ofSession: Limit;
  /** All handshakes of an address. */
  readonly handshakes: Limit;
  /** What a line may send, requests or not. */
  readonly frames: Limit;
  /** What all lines of an address may send; over it, those go that send more than their share. */
  readonly addressFrames: Limit;
  /** Of what an address may send, this much is any line's. */
  readonly share: number;
  /** What is sent to a line and not taken from it: more than the largest answer, the tables of a whole race. */
  readonly unreadBytes: number;
  /** Races, plays and dailies that one line may listen to. */
  readonly listening: number;
}

export const defaultLineLimits: LineLimits = {
  ofPerson: 20,
  ofAddress: 1_000,
  inAll: 20_000,
  strangers: { times: 60, perMs: MINUTE },
  ofSession: { times: 60, perMs: MINUTE },
  handshakes: { times: 1_200, perMs: MINUTE },
  frames: { times: 1_500, perMs: 10_000 },
  addressFrames: { times: 10_000, perMs: 10_000 },
  share: 100,
  unreadBytes: 4 * 1024 * 1024,
  listening: 100,
};
