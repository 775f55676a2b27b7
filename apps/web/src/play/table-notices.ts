/** The notices at the foot of a table, each shown as long as it holds. */
import type { PlayEnding } from '@same-deal/protocol';
import type { Line } from '../net/transport.ts';
import { table as words } from '../messages/table.en.ts';

export interface TableNotice {
  readonly about: 'line' | 'storage' | 'concession' | 'player' | 'device';
  readonly text: string;
  /** To be said when it comes up; not again for every move that waits. */
  readonly isStatus: boolean;
}

export interface TableSituation {
  readonly line: Line;
  /** The service has owed an answer for long enough to say so. */
  readonly isOverdue: boolean;
  /** Own entries that are not stored yet. */
  readonly pendingCount: number;
  /** The play as it is here, which the service may not know yet. */
  readonly play: { readonly ending: PlayEnding | undefined } | undefined;
  readonly isYours: boolean;
  readonly inControl: boolean;
  readonly playerName: string;
}

/**
 * About the line, then about who plays; the most pressing one of each.
 * @param isAway whether the service could not be asked who is here: no line is opened then
 */
export function noticesOf(
  { line, isOverdue, pendingCount, play, isYours, inControl, playerName }: TableSituation,
  isAway?: boolean,
): TableNotice[] {
  const notices: TableNotice[] = [];
  const isDown = isAway ? line !== 'up' : line === 'down';
  const isLate = isDown || isOverdue;
  if (isLate && play?.ending === 'conceded')
    notices.push({ about: 'concession', text: words.gaveUp, isStatus: true });
  else if (isDown)
    notices.push({ about: 'line', text: words.lineLost(pendingCount), isStatus: true });
  else if (isOverdue)
    notices.push({
      about: 'storage',
      text: words.notStored(pendingCount),
      isStatus: true,
    });
  if (!isYours)
    notices.push({ about: 'player', text: words.watching(playerName), isStatus: false });
  else if (!inControl) notices.push({ about: 'device', text: words.otherDevice, isStatus: true });
  return notices;
}
