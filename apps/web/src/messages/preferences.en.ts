/** Words of the sheet on which somebody makes the table theirs. */
export const preferenceWords = {
  title: 'Table settings',
  looks: 'Looks',
  hands: 'Hands',
  calm: 'Calm and keys',
  everyDevice: 'Saved for all your devices.',
  thisDevice: 'Only on this device',

  colours: (game: string) => `Suit colours in ${game}`,
  coloursOf: { two: 'Two', four: 'Four' },
  theme: 'Theme',
  themes: { system: 'System', light: 'Light', dark: 'Dark' },
  felt: 'Felt',
  felts: { green: 'Green', blue: 'Blue', grey: 'Grey' },
  back: 'Card backs',
  backs: { mark: 'Two cards', checks: 'Checks', stripes: 'Stripes' },
  faces: 'Card faces',
  facesOf: { large: 'Large', classic: 'Classic' },
  animation: 'Animation',
  animations: { off: 'Off', fast: 'Fast', normal: 'Normal' },
  moveBy: 'Cards move by',
  moveBys: { both: 'Both', tap: 'Tap', drag: 'Drag' },
  oneTap: 'One tap moves a card',
  oneTapHint:
    'Home, or to its only place. Where it could go to several, you choose. Off: the first tap picks it up, the second moves it.',

  numbers: 'Numbers on columns',
  mirrored: 'Left-handed table',
  mirroredHint: 'Mirrors the table and buttons.',
  autoCollect: 'Collect automatically',
  autoCollectHint: {
    always: 'Every card goes home as soon as it can: in this game that never costs a win.',
    end: 'In this game it can be wise to wait, so cards go home by themselves only when nothing can go wrong any more.',
  },
  sounds: 'Sounds',
  volume: 'Volume',
  volumes: { quiet: 'Quiet', normal: 'Normal', loud: 'Loud' },
  vibration: 'Vibration',
  hideClock: 'Hide the clock',
  hideStandings: 'Hide the standings while I play',
  hideStandingsHint: 'They are one tap away.',
  keyboard: 'Keyboard',
  letters: 'Keyboard shortcuts',
  done: 'Done',

  /** On a first table. */
  offer: 'Four suit colours, or two?',
};
