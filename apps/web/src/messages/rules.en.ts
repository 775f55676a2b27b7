/** The rules of each game in five steps, in plain words. Each step has its little table in `play/lessons.ts`. */

export interface StepWords {
  /** The rule's name: also what a refusal calls it. */
  readonly title: string;
  readonly text: string;
  /** What to do on the little table. */
  readonly task: string;
}

const bisley: readonly StepWords[] = [
  {
    title: 'Home from both ends',
    text: 'Each suit has two foundations: one builds up from the ace, one down from the king. The aces are there already. Bring the other 48 cards home.',
    task: 'Send the 2 of spades and the king of spades home.',
  },
  {
    title: 'Building on columns',
    text: 'A card goes on a column if the top card there has its suit and is one rank higher or lower. Each card may go either way.',
    task: 'Put the 7 and 8 of hearts together, then the 8 and 9 of spades.',
  },
  {
    title: 'One top card at a time',
    text: 'Only the top card of a column can move. Move it away to reach the cards below.',
    task: 'Move the 9 of hearts away and bring the 2 of spades home.',
  },
  {
    title: 'Empty columns stay empty',
    text: 'Nothing fills an empty column, and it has no card to give. Think before you clear one.',
    task: 'Move the 5 of diamonds onto the 6.',
  },
  {
    title: 'What stays where it is',
    text: 'Foundation cards can’t be moved, and nothing moves by itself. Ace and king never adjoin. Where a suit’s two foundations meet, either takes the card.',
    task: 'Bring the 6 of clubs home. Both of its foundations take it.',
  },
];

const slyFox: readonly StepWords[] = [
  {
    title: 'Home from both ends',
    text: 'Each suit has a foundation that builds up from the ace and one that builds down from the king. Until you place a first card, the stock refills each pile you empty.',
    task: 'Send the 2 of clubs and the queen of hearts home.',
  },
  {
    title: 'Placing stock cards',
    text: 'The stock’s top card goes on any pile, or straight home if it fits. Cards in piles only move to foundations.',
    task: 'Place the 8 of hearts on any pile, then send the 2 of clubs home.',
  },
  {
    title: 'Batches of twenty',
    text: 'The first card you place starts a batch of twenty. Until the twentieth is placed, no pile may give a card. Cards sent straight home don’t count.',
    task: 'Place the last two cards of this batch, then send the 2 of clubs home. Don’t cover it!',
  },
  {
    title: 'Swapping between foundations',
    text: 'The top card of one foundation may move to the other of its suit, if it fits there. No other card leaves a foundation.',
    task: 'Move the 7 of diamonds to the other foundation. Then the second 7 fits.',
  },
  {
    title: 'When the stock is gone',
    text: 'There is no redeal. Without a stock every pile is free to give, batch or not, and empty piles stay empty.',
    task: 'Bring the 10 and the jack of spades home.',
  },
];

const britishSquare: readonly StepWords[] = [
  {
    title: 'Up to the king, then down',
    text: 'Each suit has one foundation. It builds from the ace up to the king, then from the second king down to the second ace: 26 cards.',
    task: 'Send the ace of clubs and the king of hearts home.',
  },
  {
    title: 'Building on piles',
    text: 'A card goes on a pile if the top card there has its suit and is one rank higher or lower. Ace and king don’t adjoin.',
    task: 'Put the two diamonds together, then the two spades.',
  },
  {
    title: 'One direction per pile',
    text: 'Two cards on each other set a pile’s direction: up or down. It can’t reverse until a single card is left.',
    task: 'The pile 6, 7 of hearts is building up. Put the 8 on it.',
  },
  {
    title: 'Spaces and the stock',
    text: 'Deal a stock card whenever you like. An empty pile takes any card from the waste, and only from there. Nothing fills it by itself.',
    task: 'Fill the empty pile from the waste, then deal a card.',
  },
  {
    title: 'Once through the stock',
    text: 'There is no redeal. Nothing is built on the waste, and foundation cards can’t be moved.',
    task: 'Bring the ace and the 2 of spades home.',
  },
];

const alhambra: readonly StepWords[] = [
  {
    title: 'Home from both ends',
    text: 'Each suit has a foundation that builds up from the ace and one that builds down from the king. The top cards of the reserves and of the waste may go home.',
    task: 'Send the 2 of clubs, the queen of clubs and the 2 of diamonds home.',
  },
  {
    title: 'Building on the waste',
    text: 'A reserve card goes on the waste if the top card there has its suit and is one rank higher or lower.',
    task: 'Put the 8 of hearts on the waste, then the 9.',
  },
  {
    title: 'Reserves only give',
    text: 'Nothing is put on a reserve; an empty one stays empty. On the waste, ace and king adjoin.',
    task: 'Put the ace of diamonds on the king, then the 2 on the ace.',
  },
  {
    title: 'Dealing',
    text: 'Deal a stock card onto the waste whenever you like. While the stock has cards, the waste can’t be turned over, and its cards only go home.',
    task: 'Deal a card.',
  },
  {
    title: 'Turning the waste over',
    text: 'When the stock is empty, tap it to turn the waste over. Its first card is dealt again at once. You can do this twice in a game.',
    task: 'Turn the waste over, then deal a card.',
  },
];

export const rulesWords = {
  title: (game: string) => `Rules of ${game}`,
  link: 'Rules',
  linkOf: (game: string) => `Rules of ${game}`,
  lead: 'Five steps, two minutes. Play each one on its little table.',
  none: 'The rules of this game have no steps to play through yet.',
  step: (n: number, of: number) => `Step ${n} of ${of}`,
  steps: 'Steps',
  isDone: 'done',
  task: 'Try it:',
  done: 'That’s it!',
  allDone: 'That’s all there is. You know the rules.',
  next: 'Next',
  skip: 'Skip',
  back: 'Back',
  again: 'Start over',
  table: (title: string) => `Practice table: ${title}`,
  others: 'Other games',
  playNow: 'Play now',
  games: {
    bisley,
    'sly-fox': slyFox,
    'british-square': britishSquare,
    alhambra,
  } as Readonly<Record<string, readonly StepWords[]>>,
};
