import type { RacePlayer } from '@same-deal/protocol';
import { changeWords } from '../messages/changes.en.ts';
import { seatName } from '../messages/partner.en.ts';
import { quickLobbyWords } from '../messages/quick-lobby.en.ts';
import { talkWords } from '../messages/talk.en.ts';
import type { RaceChange } from './race-state.ts';

/** The names of those who are in the second list alone. */
const missingIn = (one: readonly RacePlayer[], other: readonly RacePlayer[]): string[] =>
  other.filter(({ id }) => one.every((player) => player.id !== id)).map(seatName);

/** A change to a race in words. */
export function changeText(change: RaceChange): string {
  switch (change.kind) {
    case 'host':
      return change.isYou ? changeWords.youHost : changeWords.newHost(change.name);
    case 'ended':
      return changeWords.hasFinished(change.name, change.ending);
    case 'closing':
      return changeWords.closing(change.name, change.leftMs);
    case 'seats':
      return [
        ...missingIn(change.before, change.after).map(changeWords.came),
        ...missingIn(change.after, change.before).map(changeWords.went),
      ].join(' ');
    case 'said':
      return talkWords.said(change.name, change.phrase);
    case 'gathered':
      return quickLobbyWords.gathered(change.names);
    default:
      return changeWords[change.kind];
  }
}
