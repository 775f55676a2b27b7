/** The notices at the foot of a table, each shown as long as it holds. */
import type { Line } from '../net/transport.ts';
import { table as words } from '../messages/table.en.ts';

export interface TableNotice {
  readonly about: 'line' | 'storage' | 'player' | 'device';
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
  readonly isYours: boolean;
  readonly inControl: boolean;
  readonly playerName: string;
}

/** About the line, then about who plays; the most pressing one of each. */
export function noticesOf({
  line,
  isOverdue,
  pendingCount,
  isYours,
  inControl,
  playerName,
}: TableSituation): TableNotice[] {
  const notices: TableNotice[] = [];
  if (line === 'down')
    notices.push({ about: 'line', text: words.lineLost(pendingCount), isStatus: true });
  else if (isOverdue)
    notices.push({ about: 'storage', text: words.notStored(pendingCount), isStatus: true });
  if (!isYours)
    notices.push({ about: 'player', text: words.watching(playerName), isStatus: false });
  else if (!inControl) notices.push({ about: 'device', text: words.otherDevice, isStatus: true });
  return notices;
}
