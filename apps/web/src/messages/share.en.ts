/** Words for passing a result on. */
import { count } from './counting.ts';
import { ordinal } from './page.en.ts';

export const share = {
  open: 'Share',
  heading: 'Share your result',
  text: 'Text to share',
  copy: 'Copy the text',
  picture: 'Save as a picture',
  drawing: 'Drawing the picture…',
  noPicture: 'This browser could not draw the picture.',
  pictureAlt: (lines: string) => `The picture says: ${lines}`,

  daily: (game: string, day: string) => `Same Deal: daily ${game}, ${day}`,
  race: (game: string) => `Same Deal: ${game} race`,
  solo: (game: string) => `Same Deal: ${game}`,
  home: (home: number, all: number) => `${home}/${all} home`,
  moves: (n: number) => count(n, 'move', 'moves'),
  hints: (n: number) => `with ${count(n, 'hint', 'hints')}`,
  place: (place: number, of: number) => `${ordinal(place)} of ${of}`,
  deal: (deal: string) => `Same cards: ${deal}`,
};
