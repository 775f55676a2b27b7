import { encodeMove, legalMoves, openPlay, enter } from '@same-deal/engine';
import type { Move, Play } from '@same-deal/engine';
import { decodeEntry } from '@same-deal/engine';
import type { PlaySnapshot, RaceSettings } from '@same-deal/protocol';
import type { Tab } from './sockets.ts';
import type { TestDatabase } from './database.ts';

export interface RunningRace {
  readonly code: string;
  /** The tables at T0, in the order of the tabs. */
  readonly tables: readonly PlaySnapshot[];
}

/** A lobby with everybody seated and ready; the first tab is the host. */
export async function openLobby(
  tabs: readonly Tab[],
  settings: Partial<RaceSettings> = {},
): Promise<string> {
  const [host, ...others] = tabs;
  const { code } = await host!.ask('race:create', { variant: 'bisley/thirteen', ...settings });
  await host!.ask('race:join', { code });
  for (const tab of others) {
    await tab.ask('race:join', { code });
    await tab.ask('race:ready', { code, ready: true });
  }
  return code;
}

/**
 * Runs a race from the lobby to T0.
 * @param passCountdown advances the clock; without it the countdown is waited for
 */
export async function startRace(
  tabs: readonly Tab[],
  settings: Partial<RaceSettings> = {},
  passCountdown?: () => Promise<void>,
): Promise<RunningRace> {
  const code = await openLobby(tabs, settings);
  await tabs[0]!.ask('race:start', { code });
  await Promise.all(
    tabs.map((tab) =>
      // On a busy machine the countdown may be over before it is published.
      tab.news('race:updated', (race) => race.code === code && race.phase !== 'open'),
    ),
  );
  await passCountdown?.();
  const tables = await Promise.all(
    tabs.map((tab) => tab.news('play:opened', ({ raceCode }) => raceCode === code)),
  );
  return { code, tables };
}

/** The play as a page has it: the opening view with the log replayed on it. */
export function playOf(table: PlaySnapshot): Play {
  let play = openPlay(table.start, table.undo);
  for (const { entry, turnedUp } of table.log) {
    const next = enter(play, decodeEntry(entry), turnedUp);
    if (!next.ok) throw new Error(`a log that does not replay: ${next.reason.code}`);
    play = next.value;
  }
  return play;
}

/** A simple player, which by default plays the first legal move of its view. */
export class Player {
  readonly tab: Tab;
  readonly playId: string;
  play: Play;
  /** Codes of everything acknowledged, in order. */
  readonly acknowledged: number[] = [];

  constructor(tab: Tab, table: PlaySnapshot) {
    this.tab = tab;
    this.playId = table.playId;
    this.play = playOf(table);
  }

  moves(): Move[] {
    return legalMoves(this.play.position);
  }

  /**
   * Plays a move and waits for its acknowledgement.
   * @returns the number of the entry
   */
  async move(move: Move = this.moves()[0]!): Promise<number> {
    const expected = this.play.entries + 1;
    const accepted = await this.tab.ask('play:move', {
      playId: this.playId,
      expected,
      move: encodeMove(move),
    });
    this.follow(accepted.entry, accepted.turnedUp);
    this.acknowledged.push(accepted.entry);
    return accepted.number;
  }

  /** Applies an entry that the service has accepted. */
  follow(entry: number, turnedUp: number | undefined): void {
    const next = enter(this.play, decodeEntry(entry), turnedUp);
    if (!next.ok) throw new Error(next.reason.code);
    this.play = next.value;
  }

  concede() {
    const { playId } = this;
    return this.tab.ask('play:concede', { playId, expected: this.play.entries + 1 });
  }
}

/**
 * Moves a started race back in time, wherever its times are stored. A node that has cached them must
 * be restarted.
 * @param by the milliseconds, from the present times
 */
export async function ageRace(
  { pool }: Pick<TestDatabase, 'pool'>,
  code: string,
  by: (times: { startsAt: number; closesAt: number }) => number,
): Promise<void> {
  const { rows } = await pool.query<{ id: string; start: { startsAt: number; closesAt: number } }>(
    `select id, value->'start' as start from races where code = $1`,
    [code],
  );
  const { id, start } = rows[0]!;
  const ms = Math.round(by(start));
  const aged = { ...start, startsAt: start.startsAt - ms, closesAt: start.closesAt - ms };
  await pool.query(
    `update races set value = jsonb_set(value, '{start}', $2::jsonb), version = version + 1 where id = $1`,
    [id, JSON.stringify(aged)],
  );
  await pool.query(
    `update plays set starts_at = starts_at - $2::float8 * interval '1 millisecond',
       closes_at = closes_at - $2::float8 * interval '1 millisecond' where race_id = $1`,
    [id, ms],
  );
}

/** The stored log of a play. */
export async function storedLog(
  database: Pick<TestDatabase, 'pool'>,
  playId: string,
): Promise<{ number: number; code: number; elapsed_ms: number }[]> {
  const { rows } = await database.pool.query(
    'select number, code, elapsed_ms from entries where play_id = $1 order by number',
    [playId],
  );
  return rows as { number: number; code: number; elapsed_ms: number }[];
}
