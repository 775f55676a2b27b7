/** What a screen reader is told of the standings: a sentence when something that matters changes. */
import type { StandingRow } from './race-state.ts';
import { t } from '../messages/index.ts';

/** At most one sentence in so many milliseconds; a table that talks all the time is no help. */
export const SAY_AT_MOST_EVERY_MS = 8_000;

export interface Said {
  readonly text: string;
  readonly at: number;
  /** What the sentence was about; the same again is not worth another one. */
  readonly topic: string;
  readonly ended: number;
}

/** The next sentence, or the former one if there is nothing to say now. */
export function announce(said: Said, rows: readonly StandingRow[], now: number): Said {
  const ended = rows.filter((row) => row.ending && !row.isYou);
  const [first] = rows;
  const you = rows.find((row) => row.isYou);
  if (!first || rows.every((row) => row.place === null)) return said;
  const topic = `${first.player.id}/${you?.place ?? ''}/${ended.length}`;
  if (topic === said.topic || now - said.at < SAY_AT_MOST_EVERY_MS) return said;
  const parts = [
    ...(ended.length > said.ended
      ? ended
          .slice(said.ended - ended.length)
          .map(({ player, ending }) => (ending ? t.race.hasFinished(player.name, ending) : ''))
      : []),
    first.isYou
      ? t.race.youLead(first.cardsHome)
      : t.race.leads(first.player.name, first.cardsHome),
    ...(you && !first.isYou && you.place ? [t.race.youAre(you.place, you.cardsHome)] : []),
  ];
  return { text: parts.join(' '), at: now, topic, ended: ended.length };
}

export const nothingSaid: Said = { text: '', at: -Infinity, topic: '', ended: 0 };
