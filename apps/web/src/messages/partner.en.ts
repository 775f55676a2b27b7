/** Words for sparring partners: seats that are no people. */
import type { RacePlayer, Strength } from '@same-deal/protocol';

export const partnerNames: Readonly<Record<Strength, string>> = {
  1: 'Easygoing',
  2: 'Steady',
  3: 'Strong',
};

export const partnerWords = {
  /** Always beside the name. */
  badge: 'Computer',
  /** The same of a recorded play. */
  ghost: 'Recording',
  /** Nobody waited for it any more. */
  stopped: 'Stopped',
};

/** What a seat is called where the badge stands beside it. */
export const seatName = ({ name, partner }: Pick<RacePlayer, 'name' | 'partner'>): string =>
  partner ? partnerNames[partner] : name;
