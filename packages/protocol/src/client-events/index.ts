/** Every request a page can make, by its name on the wire. */
import { raceTables } from './race-tables.ts';
import { playBranch } from './play-branch.ts';
import { dailyStart } from './daily-start.ts';
import { dailyUnwatch } from './daily-unwatch.ts';
import { dailyWatch } from './daily-watch.ts';
import { duplicateCreate } from './duplicate-create.ts';
import { duplicateJoin } from './duplicate-join.ts';
import { duplicateStart } from './duplicate-start.ts';
import { lanesRead } from './lanes-read.ts';
import { lineCheck } from './line-check.ts';
import { playClose } from './play-close.ts';
import { playConcede } from './play-concede.ts';
import { playCreate } from './play-create.ts';
import { playHint } from './play-hint.ts';
import { playMove } from './play-move.ts';
import { playOpen } from './play-open.ts';
import { playUndo } from './play-undo.ts';
import { raceConfigure } from './race-configure.ts';
import { raceCreate } from './race-create.ts';
import { raceEnter } from './race-enter.ts';
import { raceExit } from './race-exit.ts';
import { raceGhosts } from './race-ghosts.ts';
import { raceInvite } from './race-invite.ts';
import { raceJoin } from './race-join.ts';
import { raceLeave } from './race-leave.ts';
import { raceLock } from './race-lock.ts';
import { racePartner } from './race-partner.ts';
import { raceQuick } from './race-quick.ts';
import { raceReady } from './race-ready.ts';
import { raceRematch } from './race-rematch.ts';
import { raceRemove } from './race-remove.ts';
import { raceSay } from './race-say.ts';
import { raceShown } from './race-shown.ts';
import { raceStart } from './race-start.ts';

export const clientEvents = {
  'race:create': raceCreate,
  'race:quick': raceQuick,
  'race:ghosts': raceGhosts,
  'race:enter': raceEnter,
  'race:exit': raceExit,
  'race:join': raceJoin,
  'race:leave': raceLeave,
  'race:ready': raceReady,
  'race:configure': raceConfigure,
  'race:remove': raceRemove,
  'race:partner': racePartner,
  'race:lock': raceLock,
  'race:start': raceStart,
  'race:shown': raceShown,
  'race:say': raceSay,
  'race:invite': raceInvite,
  'race:rematch': raceRematch,
  'race:tables': raceTables,
  'play:create': playCreate,
  'play:branch': playBranch,
  'play:open': playOpen,
  'play:close': playClose,
  'play:move': playMove,
  'play:undo': playUndo,
  'play:concede': playConcede,
  'play:hint': playHint,
  'daily:start': dailyStart,
  'daily:watch': dailyWatch,
  'daily:unwatch': dailyUnwatch,
  'lanes:read': lanesRead,
  'duplicate:create': duplicateCreate,
  'duplicate:join': duplicateJoin,
  'duplicate:start': duplicateStart,
  'line:check': lineCheck,
} as const;
