/** What screen readers announce of moves. */
import { count } from './counting.ts';

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

const ordinals = ['', 'first', 'second', 'third', 'fourth', 'fifth', 'sixth', 'seventh', 'eighth'];
const nth = (n: number): string => ordinals[n] ?? `number ${n}`;

export const movesAloud = {
  /** `end`: where it begins, if the suit has one from each end. */
  itsFoundation: (end: 'ace' | 'king' | undefined) =>
    end ? `its foundation from the ${end}` : 'its foundation',
  moved: (card: string, to: string, then: string | undefined) =>
    `${capital(card)} to ${to}${then ? `; ${then}` : ''}.`,
  /** Cards are counted from the bottom: the highest number is on top. */
  uncovers: (card: string, fromBottom: number, pile: string) =>
    fromBottom === 1
      ? `uncovers ${card}, the last of ${pile}`
      : `uncovers ${card}, ${nth(fromBottom)} of ${pile}`,
  fills: (card: string, pile: string) => `${card} fills ${pile}`,
  uncoversPlainly: (card: string) => `uncovers ${card}`,
  empties: (pile: string) => `${pile} is empty`,
  turnedUpOn: (card: string, pile: string) => `${capital(card)} turned up on ${pile}.`,
  /** Sly Fox: the reserve is closed from the first card of a batch to the last (SLY-6). */
  batchBegun: (left: number) => `Place ${left} more before reserve cards can go home.`,
  batchDone: 'All placed: reserve cards can go home.',
  undone: (card: string) => `Taken back: ${card}.`,
  undoneDeal: 'Taken back: the deal.',
  byOther: (text: string) => `Other device: ${text}`,
  takenBack: (why: string) => `Taken back. ${why}`,
  overtaken: 'Another device moved first. The table is shown as it is now.',
  givenUp: (moves: number, name: string) =>
    `This browser is full: ${count(moves, 'unsent move', 'unsent moves')} of ${name} in an older game had to go.`,

  remarks: {
    selected: (card: string, places: number) =>
      places === 0
        ? `${card} selected. No place takes it now.`
        : `${card} selected, ${count(places, 'place', 'places')} to go.`,
    deselected: (card: string) => `${card} put back.`,
    chooseHome: (card: string) => `The ${card} fits two foundations. Choose one.`,
    choosePlace: (card: string) => `The ${card} fits several piles. Choose one.`,
    noHome: (card: string) => `No foundation takes the ${card} yet.`,
    nothingThere: 'There is no card to move.',
    alsoHere: 'Foundation cards can’t be moved.',
  },
};
