/** Words for seeing all tables of a race: while it runs, where the host wishes, and afterwards. */
export const openTables = {
  setting: 'Tables while racing',
  closed: 'Visible only to their players',
  open: 'Open to watchers',
  heading: 'All tables',
  lead: 'Tap a table to enlarge it.',
  enlarge: 'Enlarge this table',
  shrink: 'Back to all tables',
  failed: 'The tables cannot be shown just now.',
  /** Of all replays of a race on one clock. */
  film: 'All replays together',
  filmTitle: (code: string) => `All tables of race ${code}`,
  clock: 'Time since the start',
  play: 'Play',
  pause: 'Pause',
  speed: 'Speed',
  times: (n: number) => `${n}×`,
  back: 'Back to the race',
};
