/** Words of the start page and of lists of games. */
import type { PlaySummary } from '@same-deal/protocol';
import { count } from './counting.ts';

/** Games the registry holds and these words do not know are shown by their titles alone. */
const gameLines: Readonly<Record<string, string>> = {
  bisley: 'Aces build up, kings build down, and every card lies open from the start.',
  'sly-fox':
    'Place stock cards on any of twenty piles, twenty at a time, then send home what fits.',
  'british-square': 'Four foundations build up to the king, then back down to the ace.',
  alhambra: 'Build reserve cards on the waste by suit, up or down. Three times through the stock.',
};

export const homeWords = {
  title: 'Race a friend at solitaire',
  heading: 'Same cards. Same moment.',
  lead: 'Race your friends at solitaire on the identical deal.',
  noAccount: 'No account: send a link and play.',
  chooseGame: 'Choose a game',
  gameLine: (gameId: string) => gameLines[gameId] ?? '',
  variant: 'Variant',
  packs: (packs: number) => (packs === 1 ? 'One pack' : 'Two packs'),
  race: 'Race a friend',
  practise: 'Play solo',
  offline: 'Offline you can play every game solo. Races wait until you are online.',
  asking: 'Your table is on its way…',
  rules: 'Rules',
  practiseThis: 'Play this deal',
  ownDeal: 'Play a particular deal',
  dealCode: 'Deal code or PySolFC number',
  dealCodeHint: 'A code such as A2F-9KD-3QX, a number, or ms followed by a number.',
  code: 'Got a code or a link?',
  codeField: 'Code or link',
  codeHint: 'Any code you were given, or the whole link.',
  codeButton: 'Go',
  continueHere: 'Continue here from another device',
  goOn: 'Your games',
  inProgress: 'In progress',
  finished: 'Finished',
  resume: 'Continue',
  watch: 'Replay',
  watchRaces: 'Races to watch',
  overDays: 'Play over several days',
  seeRace: 'Standings',
  seeGroup: 'Group',
  groupOfGame: (game: string) => `Group of this ${game}`,
  resumeGame: (game: string) => `Continue ${game}`,
  replayGame: (game: string) => `Replay ${game}`,
  raceOfGame: (game: string) => `Standings of ${game}`,
  allGames: 'All your games',
  lastGame: 'Your last game',
  kind: ({
    raceCode,
    daily,
    duplicate,
    offline,
  }: Pick<PlaySummary, 'raceCode' | 'daily' | 'duplicate' | 'offline'>) =>
    raceCode !== null
      ? 'Race'
      : daily
        ? 'Daily'
        : duplicate
          ? 'Group'
          : offline
            ? 'Practice, offline'
            : 'Practice',
  figures: (home: number, moves: number) =>
    `${count(home, 'card', 'cards')} home · ${count(moves, 'move', 'moves')}`,
  listFailed: 'Your games can’t be fetched.',
};
