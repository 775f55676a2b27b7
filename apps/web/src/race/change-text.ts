import { changeWords } from '../messages/changes.en.ts';
import { quickLobbyWords } from '../messages/quick-lobby.en.ts';
import { talkWords } from '../messages/talk.en.ts';
import type { RaceChange } from './race-state.ts';

/** A change to a race in words. */
export function changeText(change: RaceChange): string {
  switch (change.kind) {
    case 'host':
      return change.isYou ? changeWords.youHost : changeWords.newHost(change.name);
    case 'ended':
      return changeWords.hasFinished(change.name, change.ending);
    case 'closing':
      return changeWords.closing(change.name, change.leftMs);
    case 'came':
    case 'went':
      return changeWords[change.kind](change.name);
    case 'said':
      return talkWords.said(change.name, change.phrase);
    case 'gathered':
      return quickLobbyWords.gathered(change.names);
    default:
      return changeWords[change.kind];
  }
}
