/** What `pnpm solve --file` reads and writes. */
import {
  formatPosition,
  isWon,
  newGame,
  packOf,
  parseMove,
  parsePosition,
  playMove,
  unwrap,
} from '@same-deal/engine';
import { expect, it } from 'vitest';
import { solveLines } from '../../../tools/solve/lines.ts';

async function answersTo(lines: readonly string[]) {
  interface Told {
    verdict?: string;
    difficulty?: number;
    moves?: string[];
    error?: string;
  }
  const answers: Told[] = [];
  const complaints: string[] = [];
  await solveLines(lines, 10, {
    answer: (line) => void answers.push(JSON.parse(line)),
    complain: (what) => void complaints.push(what),
  });
  return { answers, complaints };
}

const suits = ['C', 'S', 'H', 'D'] as const;
const run = (suit: string, ranks: string) => [...ranks].map((rank) => rank + suit).join('');
const aces = (ranks: string) => suits.map((suit) => run(suit, ranks)).join('|');

/** Bisley with everything home but three clubs: 5C on 4C, and 6C beside them. */
const bisley = `${run('C', 'A23')}|${aces('A23456').split('|').slice(1).join('|')}|${run('C', 'KQJT987')}|${suits
  .slice(1)
  .map((suit) => run(suit, 'KQJT987'))
  .join('|')}|4C5C|6C${'|'.repeat(11)}`;
/** Alhambra with no redeal left, a card in the waste and two in the stock. */
const alhambra = `${aces('A23456789TJQK')}|${run('C', 'KQJT98765432')}|${run('S', 'KQJT98765432A')}|${run('H', 'KQJT98765432A')}|${run('D', 'KQJT9876543')}${'|'.repeat(8)}|2D|ADAC`;

it('answers every line in its order, with moves that win', async () => {
  const lines = [
    { game: 'bisley', s: bisley },
    { game: 'alhambra', s: alhambra, v: 0 },
    { game: 'bisley/thirteen', s: bisley },
  ];
  const { answers, complaints } = await answersTo(lines.map((line) => JSON.stringify(line)));
  expect(complaints).toEqual([]);
  expect(answers.map(({ verdict }) => verdict)).toEqual(['won', 'won', 'won']);
  const texts: [string, string][] = [
    ['bisley/thirteen', bisley],
    ['alhambra/standard', `${alhambra} 0`],
  ];
  for (const [n, [variant, text]] of texts.entries()) {
    const parsed = parsePosition(variant, text);
    if (!parsed.ok) throw new Error(parsed.reason.code);
    let position = parsed.value;
    for (const word of answers[n]?.moves ?? []) {
      const move = parseMove(variant, word);
      const played = move && playMove(position, move);
      if (!played?.ok) throw new Error(`${word} is refused`);
      position = played.value;
    }
    expect(isWon(position)).toBe(true);
  }
});

it('answers a line that cannot be read in its place, names it, and loses no other', async () => {
  const good = JSON.stringify({ game: 'bisley', s: bisley });
  const { answers, complaints } = await answersTo([
    `\uFEFF${good}`,
    'no json',
    '',
    JSON.stringify({ game: 'klondike', s: bisley }),
    JSON.stringify({ game: 'bisley', s: bisley.replace('4C5C', '4C4C') }),
    JSON.stringify({ game: 'bisley', s: bisley.replace('4C5C', '4C??') }),
    JSON.stringify({ game: 'alhambra', s: alhambra }),
    JSON.stringify({ game: 'bisley' }),
    good,
  ]);
  expect(complaints).toEqual([
    'line 2: is no JSON',
    'line 4: there is no game named klondike',
    'line 5: no position of bisley: wrong-cards at 4C',
    'line 6: a card is not known (??)',
    'line 7: no position of alhambra: wrong-counters',
    'line 8: s: Invalid input: expected string, received undefined',
  ]);
  expect(answers.map(({ verdict, error }) => verdict ?? error)).toEqual([
    'won',
    ...complaints,
    'won',
  ]);
});

it('says how hard a whole deal is that was won, and of no other position', async () => {
  const deal = formatPosition(unwrap(newGame('bisley/thirteen', unwrap(packOf('17', 1)))));
  const { answers } = await answersTo(
    [deal, bisley].map((s) => JSON.stringify({ game: 'bisley', s })),
  );
  expect(answers.map(({ verdict }) => verdict)).toEqual(['won', 'won']);
  expect([1, 2, 3, 4, 5]).toContain(answers[0]?.difficulty);
  expect(answers[1]).not.toHaveProperty('difficulty');
});
