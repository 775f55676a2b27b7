/** A play's time on the service's clock, from estimates on the page's own. Pure; all in milliseconds. */

export interface PlayClock {
  /** The service's clock less ours. Of several estimates the largest has travelled fastest. */
  readonly ahead: number;
  /** The closing time on our clock; null without one. */
  readonly closesAt: number | null;
  /** Where the clock was stopped; undefined while it runs. */
  readonly stoppedAt: number | undefined;
}

export const newClock: PlayClock = { ahead: -Infinity, closesAt: null, stoppedAt: undefined };

/** After the service has said how long the play has run. */
export const setElapsed = (clock: PlayClock, elapsedMs: number, now: number): PlayClock => ({
  ...clock,
  ahead: Math.max(clock.ahead, elapsedMs - now),
});

/** After the service has said how long it still takes entries; null for ever. */
export const setCloses = (clock: PlayClock, closesInMs: number | null, now: number): PlayClock => ({
  ...clock,
  closesAt: closesInMs === null ? null : now + closesInMs,
});

/** Stopped for good; the first time counts. */
export const stopAt = (clock: PlayClock, elapsedMs: number): PlayClock => ({
  ...clock,
  stoppedAt: clock.stoppedAt ?? elapsedMs,
});

/** From the start of the play. */
export const elapsedAt = ({ stoppedAt, ahead }: PlayClock, now: number): number =>
  stoppedAt ?? Math.max(0, Math.round(now + ahead));

/** Until entries are no longer accepted; null without a closing time. */
export const leftAt = ({ closesAt }: PlayClock, now: number): number | null =>
  closesAt === null ? null : Math.max(0, Math.round(closesAt - now));
