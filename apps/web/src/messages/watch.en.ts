/** The list of races that their hosts have opened to everyone, and the host's choice. */
import { count } from './counting.ts';

export const watchWords = {
  /** The host's choice in the lobby. */
  setting: 'List of races',
  unlisted: 'Not listed',
  listed: 'Listed for everyone to watch',
  who: (host: string, players: number) =>
    players > 1 ? `${host} and ${count(players - 1, 'other', 'others')}` : host,
  waiting: 'waiting for the start',
  runs: (time: string) => `racing for ${time}`,
  watch: 'Watch',
  watchRace: (who: string) => `Watch ${who}`,
  none: 'No open races just now. Start one and list it in its settings: then anyone can watch.',
  loading: 'Looking for races…',
  failed: 'The list cannot be had just now.',
};
