/** Every component that can be shown by itself, in each of its states. Pages as a whole are shown by `pnpm draw shots`. */
import { gameList } from '@same-deal/engine';
import type { ErrorCode } from '@same-deal/protocol';
import type { Component } from 'svelte';
import type { AdviceStatus } from '../src/advice/adviser.svelte.ts';
import Advice from '../src/advice/Advice.svelte';
import MiniTable from '../src/board/MiniTable.svelte';
import CircleEntries from '../src/circle/CircleEntries.svelte';
import CircleDoor from '../src/circle/Door.svelte';
import Members from '../src/circle/Members.svelte';
import NewCircle from '../src/circle/NewCircle.svelte';
import Points from '../src/circle/Points.svelte';
import Races from '../src/circle/Races.svelte';
import CircleSettings from '../src/circle/Settings.svelte';
import CircleToday from '../src/circle/Today.svelte';
import BoardTable from '../src/daily/BoardTable.svelte';
import DailyCard from '../src/daily/DailyCard.svelte';
import Histogram from '../src/daily/Histogram.svelte';
import ShareTry from '../src/daily/ShareTry.svelte';
import StartDialog from '../src/daily/StartDialog.svelte';
import HandOverDialog from '../src/hand-over/HandOverDialog.svelte';
import BeginGame from '../src/home/BeginGame.svelte';
import ChooseGame from '../src/home/ChooseGame.svelte';
import Duel from '../src/home/Duel.svelte';
import GameEntry from '../src/home/GameEntry.svelte';
import AnyCode from '../src/home/AnyCode.svelte';
import Nothing from '../src/home/Nothing.svelte';
import Resume from '../src/home/Resume.svelte';
import QuietHours from '../src/nudge/QuietHours.svelte';
import RivalEntry from '../src/people/RivalEntry.svelte';
import ConcedeDialog from '../src/play/ConcedeDialog.svelte';
import Control from '../src/play/Control.svelte';
import EndPanel from '../src/play/EndPanel.svelte';
import Help from '../src/play/Help.svelte';
import Lessons from '../src/play/Lessons.svelte';
import Sheet from '../src/preferences/Sheet.svelte';
import Switch from '../src/preferences/Switch.svelte';
import Commitment from '../src/race/Commitment.svelte';
import Countdown from '../src/race/Countdown.svelte';
import DealCheck from '../src/play/DealCheck.svelte';
import Door from '../src/race/Door.svelte';
import Invite from '../src/race/Invite.svelte';
import LeaveDialog from '../src/race/LeaveDialog.svelte';
import Lobby from '../src/race/Lobby.svelte';
import PlayerList from '../src/race/PlayerList.svelte';
import Proof from '../src/race/Proof.svelte';
import QuickLobby from '../src/race/QuickLobby.svelte';
import Result from '../src/race/Result.svelte';
import Running from '../src/race/Running.svelte';
import Standings from '../src/race/Standings.svelte';
import Talk from '../src/race/Talk.svelte';
import { standingRows } from '../src/race/race-state.ts';
import Calendar from '../src/stats/Calendar.svelte';
import TimesCurve from '../src/stats/TimesCurve.svelte';
import Choice from '../src/ui/Choice.svelte';
import CopyField from '../src/ui/CopyField.svelte';
import Difficulty from '../src/ui/Difficulty.svelte';
import Failed from '../src/ui/Failed.svelte';
import LanguageChoice from '../src/ui/LanguageChoice.svelte';
import Lazy from '../src/ui/Lazy.svelte';
import JoinForm from '../src/ui/JoinForm.svelte';
import NameForm from '../src/ui/NameForm.svelte';
import NameInBar from '../src/ui/NameInBar.svelte';
import QrCode from '../src/ui/QrCode.svelte';
import Select from '../src/ui/Select.svelte';
import EmailForm from '../src/you/EmailForm.svelte';
import GuestChoice from '../src/you/GuestChoice.svelte';
import KeepLine from '../src/you/KeepLine.svelte';
import Mistake from '../src/you/Mistake.svelte';
import PasswordForm from '../src/you/PasswordForm.svelte';
import Refused from '../src/you/Refused.svelte';
import SignedOut from '../src/you/SignedOut.svelte';
import {
  anna,
  boardRows,
  circleList,
  circleSeenBy,
  dailyWith,
  playedDays,
  playOf,
  raceIn,
  rivalWith,
  sessionOf,
  wonTry,
} from './samples.ts';
import TableOf from './TableOf.svelte';

type Where = 'page' | 'felt' | 'dialog';

export interface Shown {
  readonly title: string;
  readonly component: Component<Record<string, unknown>>;
  /** Its properties, by the name of the state. */
  readonly states: Readonly<Record<string, object>>;
  /** On the page, on a table's felt, or over the page, opened by a button. */
  readonly where: Where;
}

const shown = <Props extends object>(
  title: string,
  component: Component<Props>,
  states: Readonly<Record<string, NoInfer<Props>>>,
  where: Where = 'page',
): Shown => ({
  title,
  component: component as unknown as Shown['component'],
  states,
  where,
});
const dialog = <Props extends object>(
  title: string,
  component: Component<Props>,
  states: Readonly<Record<string, NoInfer<Props>>>,
): Shown => shown(title, component, states, 'dialog');

const nothing = () => undefined;
const never = () => new Promise<never>(() => undefined);
const circle = {
  'for the host': { snapshot: circleSeenBy(1), reload: never },
  'for a member': { snapshot: circleSeenBy(2), reload: never },
};
const failure = (code: ErrorCode) => ({ code });
const ofPhase = (phase: Parameters<typeof raceIn>[0], youId?: string) => {
  const snapshot = raceIn(phase);
  return { race: sessionOf(snapshot, youId), snapshot };
};
const rowsOf = (phase: 'running' | 'settled') => {
  const snapshot = raceIn(phase);
  return { snapshot, rows: standingRows(snapshot, snapshot.players[0]?.id) };
};

const tables = Object.fromEntries(
  gameList.flatMap(({ variants }) => variants.map(({ id }) => [id, { variant: id }] as const)),
);
const onGames = Object.fromEntries(gameList.map(({ id }) => [id, { game: id }] as const));
const advices: Readonly<Record<string, AdviceStatus>> = {
  thinking: { state: 'thinking' },
  won: { state: 'ready', advice: { verdict: 'won', move: { from: 0, to: 1 }, left: 41 } },
  lost: { state: 'ready', advice: { verdict: 'lost' } },
  undecided: { state: 'ready', advice: { verdict: 'undecided' } },
  'a way back': { state: 'way-back', moves: 3 },
  'no way back': { state: 'way-back', moves: null },
  failed: { state: 'failed' },
};
const endings = ['won', 'conceded', 'stuck', 'cap'] as const;

export const gallery: readonly Shown[] = [
  shown('Table', TableOf, tables),
  shown(
    'MiniTable',
    MiniTable,
    Object.fromEntries(gameList.map(({ id, variants }) => [id, { rules: variants[0] }])),
  ),
  shown(
    'Control',
    Control,
    {
      plain: { icon: 'undo', text: 'Undo', onpress: nothing },
      off: { icon: 'redo', text: 'Redo', isOff: true, onpress: nothing },
      calling: { icon: 'collect', text: 'Collect', isCalling: true, onpress: nothing },
    },
    'felt',
  ),
  shown(
    'EndPanel',
    EndPanel,
    Object.fromEntries(
      endings.map((ending) => [
        ending,
        {
          ending,
          isFresh: false,
          cardsHome: ending === 'won' ? 48 : 21,
          all: 48,
          onlook: nothing,
          onnewdeal: nothing,
          onrestart: nothing,
        },
      ]),
    ),
    'felt',
  ),
  shown(
    'Lessons',
    Lessons,
    Object.fromEntries(gameList.map(({ id }) => [id, { game: id, step: 0, onstep: nothing }])),
  ),
  shown(
    'Advice',
    Advice,
    Object.fromEntries(
      Object.entries(advices).map(([name, status]) => [
        name,
        {
          status,
          moveText: 'Send the 2 of spades home',
          onplay: nothing,
          onwayback: nothing,
          ontakeback: nothing,
          onclose: nothing,
        },
      ]),
    ),
  ),
  dialog(
    'Help',
    Help,
    Object.fromEntries(
      Object.entries(onGames).map(([name, of]) => [name, { ...of, onclose: nothing }]),
    ),
  ),
  dialog('Sheet', Sheet, {
    'at a table': { game: 'bisley', onclose: nothing },
    elsewhere: { onclose: nothing },
  }),
  dialog('ConcedeDialog', ConcedeDialog, {
    '': { isTry: false, onclose: nothing, onconcede: nothing },
    'of a try': { isTry: true, onclose: nothing, onconcede: nothing },
  }),
  dialog('LeaveDialog', LeaveDialog, { '': { onclose: nothing, onleave: nothing } }),

  shown('Lobby', Lobby, {
    'for the host': { ...ofPhase('open'), onleave: nothing, ontry: nothing },
    'for a guest': { ...ofPhase('open', rivalWith().id), onleave: nothing, ontry: nothing },
    'for somebody without a seat': { ...ofPhase('open', ''), onleave: nothing, ontry: nothing },
  }),
  shown('QuickLobby', QuickLobby, {
    gathering: {
      ...ofPhase('open'),
      snapshot: raceIn('open', { quick: { startsInMs: 8_000 } }),
      onleave: nothing,
      ontry: nothing,
    },
  }),
  shown('Invite', Invite, { '': { code: 'ABC234', variant: 'bisley/thirteen' } }),
  shown('Countdown', Countdown, { '': { ...ofPhase('countdown'), onleave: nothing } }),
  shown('Result', Result, {
    won: ofPhase('settled'),
    lost: ofPhase('settled', rivalWith().id),
    watched: ofPhase('settled', ''),
  }),
  shown('Running', Running, { watched: { ...ofPhase('running', ''), onleave: nothing } }),
  shown('Talk', Talk, { open: { race: sessionOf(raceIn('open')), isOpen: true } }),
  shown('DealCheck', DealCheck, {
    '': { fetchDeal: never, seen: raceIn('settled').commitment },
  }),
  shown('Standings', Standings, { running: rowsOf('running'), settled: rowsOf('settled') }),
  shown('PlayerList', PlayerList, {
    'for the host': { ...ofPhase('open'), onremove: nothing },
    'for a guest': ofPhase('open', rivalWith().id),
  }),
  shown('Door', Door, {
    unknown: { code: 'ABC234', failure: failure('not-found'), onretry: never },
    expired: { code: 'ABC234', failure: failure('race-expired'), onretry: never },
    away: { code: 'ABC234', failure: failure('unavailable'), onretry: never },
  }),
  shown('Proof', Proof, {
    proved: { snapshot: raceIn('running') },
    'not proved': { snapshot: raceIn('running', { proved: false, difficulty: null }) },
  }),
  shown('Commitment', Commitment, { '': { commitment: raceIn('running').commitment ?? '' } }),

  shown('DailyCard', DailyCard, {
    open: { daily: dailyWith(), onbegin: nothing },
    'not proved': { daily: dailyWith({ proved: false, difficulty: null }), onbegin: nothing },
    missed: { daily: dailyWith({ phase: 'closing' }), onbegin: nothing },
  }),
  shown('ShareTry', ShareTry, { won: { daily: dailyWith({ mine: wonTry }) } }),
  dialog('StartDialog', StartDialog, {
    '': { daily: dailyWith(), reload: async () => {}, onclose: nothing },
  }),
  shown('BoardTable', BoardTable, {
    plain: { caption: 'Fastest', rows: boardRows, all: 48 },
    'with par': { caption: 'Fewest moves', rows: boardRows, all: 48, par: 78 },
  }),
  shown('Histogram', Histogram, {
    'with mine': {
      bins: [3, 8, 14, 9, 4, 1].map((tries, n) => ({ fromMs: n * 60_000, tries })),
      binMs: 60_000,
      mineMs: 200_000,
      summary: '39 wins',
    },
    empty: { bins: [], binMs: 60_000, mineMs: null, summary: 'No wins yet' },
  }),

  shown('Duel', Duel, { '': {} }, 'felt'),
  shown('ChooseGame', ChooseGame, { '': { gameId: 'bisley' } }),
  shown('BeginGame', BeginGame, Object.fromEntries(gameList.map((game) => [game.id, { game }]))),
  shown('AnyCode', AnyCode, { '': {} }),
  shown('Nothing', Nothing, {
    '': { text: 'You have not played yet.', href: '/', action: 'Choose a game' },
  }),
  shown('Resume', Resume, { '': { play: playOf(null) } }),
  shown(
    'GameEntry',
    GameEntry,
    Object.fromEntries(
      [null, ...endings].map((ending) => [ending ?? 'in progress', { play: playOf(ending) }]),
    ),
  ),
  shown('RivalEntry', RivalEntry, {
    raced: { rival: rivalWith() },
    blocked: { rival: rivalWith({ isBlocked: true }) },
  }),

  shown('CircleEntries', CircleEntries, { '': { list: circleList, reload: never } }),
  shown('NewCircle', NewCircle, { '': {} }),
  shown('CircleDoor', CircleDoor, {
    '': { code: 'ABC234', door: { name: 'Thursdays', host: 'Anna', members: 4, id: null } },
  }),
  shown('CircleToday', CircleToday, { '': { snapshot: circleSeenBy(1) } }),
  shown('Points', Points, {
    '': { snapshot: circleSeenBy(1) },
    none: {
      snapshot: { ...circleSeenBy(1), week: { ...circleSeenBy(1).week, rows: [] } },
    },
  }),
  shown('Races', Races, circle),
  shown('Members', Members, circle),
  shown('CircleSettings', CircleSettings, circle),

  shown('QuietHours', QuietHours, {
    'at night': {
      quiet: { from: 22 * 60, to: 8 * 60 },
      zone: 'Europe/Berlin',
      onchange: nothing,
    },
    never: { quiet: null, zone: 'Europe/Berlin', onchange: nothing },
  }),
  shown('Calendar', Calendar, { played: { days: playedDays }, empty: { days: [] } }),
  shown('TimesCurve', TimesCurve, {
    '': { times: [412_000, 371_000, 398_000, 305_000, 322_000, 251_000, 268_000] },
  }),

  shown('Failed', Failed, {
    away: { failure: failure('unavailable'), onretry: never },
    gone: { failure: failure('not-found'), onretry: never },
  }),
  shown('Lazy', Lazy as unknown as Component<{ load: () => Promise<never>; props: object }>, {
    loading: { load: never, props: {} },
    failed: { load: () => Promise.reject(new Error()), props: {} },
  }),
  shown('Choice', Choice as unknown as Component<Record<string, unknown>>, {
    '': {
      legend: 'Theme',
      options: ['System', 'Light', 'Dark'].map((text) => ({ value: text, text })),
      value: 'Light',
      onchoose: nothing,
    },
  }),
  shown('Select', Select as unknown as Component<Record<string, unknown>>, {
    '': {
      id: 'select',
      options: ['Visible only to their players', 'Open'].map((text) => ({ value: text, text })),
      value: 'Visible only to their players',
      onchoose: nothing,
    },
  }),
  shown('Switch', Switch, {
    on: { text: 'Sounds', isOn: true, onturn: nothing },
    'off, with a hint': { text: 'Collect', hint: 'By itself', isOn: false, onturn: nothing },
  }),
  shown('CopyField', CopyField, {
    '': { label: 'Link', value: 'https://example.org/race/ABC234' },
  }),
  shown(
    'Difficulty',
    Difficulty,
    Object.fromEntries([1, 2, 3, 4, 5].map((level) => [level, { level, explains: level === 3 }])),
  ),
  shown('JoinForm', JoinForm, {
    '': { submit: 'Join', hint: 'You join as a guest.', join: never, textOf: () => '' },
  }),
  shown('NameForm', NameForm, {
    plain: { submit: 'Save', onsaved: nothing },
    busy: { submit: 'Save', onsaved: nothing, busy: true },
  }),
  shown('NameInBar', NameInBar, { '': { onsaved: nothing, onclose: nothing } }),
  shown('QrCode', QrCode, { '': { text: 'https://example.org/race/ABC234', label: 'Invitation' } }),
  shown('LanguageChoice', LanguageChoice, { '': {} }),

  dialog('HandOverDialog', HandOverDialog, { '': { path: '/', onclose: nothing } }),
  shown('GuestChoice', GuestChoice, { '': { name: 'Amber Otter', choice: 'bring' } }),
  shown('KeepLine', KeepLine, { '': {} }),
  dialog('SignedOut', SignedOut, { '': { person: anna } }),
  shown('PasswordForm', PasswordForm, {
    first: { username: null, busy: false, save: never, remove: never },
    change: { username: 'anna', busy: false, save: never, remove: never },
  }),
  shown('EmailForm', EmailForm, {
    '': { busy: false, sent: (address: string) => `Sent to ${address}`, send: never },
  }),
  shown('Mistake', Mistake, {
    plain: { failure: failure('sign-in-failed') },
    'sign in again': { failure: failure('sign-in-again') },
  }),
  shown('Refused', Refused, { '': { failure: failure('sign-in-failed') } }),
];
