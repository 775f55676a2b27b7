/** Every piece of news the service sends, by its name on the wire. */
import { circleChanged } from './circle-changed.ts';
import { dailyChanged } from './daily-changed.ts';
import { handOverUsed } from './hand-over-used.ts';
import { playAdvanced } from './play-advanced.ts';
import { playEnded } from './play-ended.ts';
import { playOpened } from './play-opened.ts';
import { raceInvited } from './race-invited.ts';
import { raceProgressed } from './race-progressed.ts';
import { raceSaid } from './race-said.ts';
import { raceUpdated } from './race-updated.ts';
import { serviceUpdated } from './service-updated.ts';

export const serverEvents = {
  'race:updated': raceUpdated,
  'race:progressed': raceProgressed,
  'race:invited': raceInvited,
  'race:said': raceSaid,
  'play:opened': playOpened,
  'play:advanced': playAdvanced,
  'play:ended': playEnded,
  'daily:changed': dailyChanged,
  'circle:changed': circleChanged,
  'hand-over:used': handOverUsed,
  'service:updated': serviceUpdated,
} as const;
