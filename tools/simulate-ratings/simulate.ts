/**
 * Simulates races of people with known strengths, rated as the service rates them: how well do the ratings recover the
 * strengths? Pure: the same seed gives the same figures.
 */
import { mersenneDraw } from '@same-deal/engine';
import { FIRST_RATING, METHOD, rateRace } from '../../apps/server/src/rating/rating.ts';
import type { Entrant, Method, RatedResult, Rating } from '../../apps/server/src/rating/rating.ts';

interface Simulation {
  readonly people: number;
  /** How many races each of them is in. */
  readonly racesEach: number;
  readonly seed: number;
  readonly method?: Method;
  /**
   * `anyone`: each race seats random people. `circles`: people race within circles of twelve, except that one seat in
   * five is a stranger's.
   */
  readonly company?: 'anyone' | 'circles';
}

interface Findings {
  /** Pearson's and Spearman's correlation of rating and strength. */
  readonly pearson: number;
  readonly spearman: number;
  /** The mean of the ratings, which starts at 25, and their standard deviation. */
  readonly mean: number;
  readonly spread: number;
  /** The mean of the method's own estimate of its error. */
  readonly sigma: number;
  readonly races: number;
}

const FEWEST = 2;
const MOST = 10;
const CIRCLE = 12;
const STRANGERS = 0.2;
const CARDS = 52;

/** How much less time a person takes who is one standard deviation stronger, as a difference of logarithms. */
const TIME_OF_STRENGTH = 0.35;
/** The standard deviation of the logarithm of one person's times on equal deals. */
const TIME_NOISE = 0.3;
const MEDIAN_MS = 6 * 60_000;

/**
 * @param after the numbers of races per person after which findings are taken, in rising order
 * @returns the findings in that order
 */
export function simulate(options: Simulation, after: readonly number[]): Findings[] {
  const { people, seed, company = 'anyone', method = METHOD } = options;
  const chance = createChance(seed);
  const strengths = Array.from({ length: people }, chance.normal);
  const ratings: Rating[] = strengths.map(() => FIRST_RATING);
  const found: Findings[] = [];
  let races = 0;
  for (let round = 1; round <= options.racesEach; round++) {
    for (const seats of tablesOf(people, company, chance)) {
      const deal = chance.normal();
      const entrants = seats.map((n): Entrant => ({
        ...resultOf(strengths[n] ?? 0, deal, chance),
        id: String(n),
        rating: ratings[n] ?? FIRST_RATING,
      }));
      for (const [id, rating] of rateRace(entrants, method)) ratings[Number(id)] = rating;
      races += 1;
    }
    if (after.includes(round)) found.push(findingsOf(strengths, ratings, races));
  }
  return found;
}

/** A person's result in a race: harder deals are won less often, and take longer. */
function resultOf(strength: number, deal: number, chance: Chance): RatedResult {
  const wins = 1 / (1 + Math.exp(-(0.8 * strength - 0.8 * deal + 0.4)));
  if (chance.number() < wins) {
    const log = -TIME_OF_STRENGTH * strength + 0.2 * deal + TIME_NOISE * chance.normal();
    return { ending: 'won', cardsHome: CARDS, elapsedMs: Math.round(MEDIAN_MS * Math.exp(log)) };
  }
  const share = 1 / (1 + Math.exp(-(0.5 * strength - 0.4 * deal + 0.5 * chance.normal())));
  return { ending: 'cap', cardsHome: Math.floor(share * CARDS), elapsedMs: 15 * 60_000 };
}

/** Seats everybody once, at tables of two to ten. */
function tablesOf(people: number, company: string, chance: Chance): number[][] {
  let order = shuffled(
    Array.from({ length: people }, (_, n) => n),
    chance,
  );
  if (company === 'circles') {
    // Circles sit together, except a fifth of the people, who sit anywhere.
    const keys = new Map(
      order.map((n, place) => [
        n,
        chance.number() < STRANGERS
          ? chance.number() * people
          : Math.floor(n / CIRCLE) * CIRCLE + place / people,
      ]),
    );
    order = [...order].sort((a, b) => (keys.get(a) ?? 0) - (keys.get(b) ?? 0));
  }
  const tables: number[][] = [];
  while (order.length >= FEWEST) {
    const size = FEWEST + chance.below(MOST - FEWEST + 1);
    // Nobody is left alone.
    tables.push(order.splice(0, order.length - size < FEWEST ? order.length : size));
  }
  return tables
    .flatMap((table) => (table.length > MOST ? [table.slice(0, MOST), table.slice(MOST)] : [table]))
    .filter(({ length }) => length >= FEWEST);
}

function shuffled(list: readonly number[], chance: Chance): number[] {
  const order = [...list];
  for (let n = order.length - 1; n > 0; n--) {
    const other = chance.below(n + 1);
    [order[n], order[other]] = [order[other] ?? 0, order[n] ?? 0];
  }
  return order;
}

type Chance = ReturnType<typeof createChance>;

function createChance(seed: number) {
  const draw = mersenneDraw([seed, 1717]);
  const MOST_CHANCE = 2 ** 31 - 1;
  /** Uniform from 0 to 1. */
  const number = (): number => draw(MOST_CHANCE) / MOST_CHANCE;
  return {
    number,
    below: (most: number): number => Math.min(most - 1, Math.floor(number() * most)),
    /** Standard normal, by the Box–Muller transform. */
    normal: (): number =>
      Math.sqrt(-2 * Math.log(Math.max(number(), 1e-12))) * Math.cos(2 * Math.PI * number()),
  };
}

function findingsOf(
  strengths: readonly number[],
  ratings: readonly Rating[],
  races: number,
): Findings {
  const mus = ratings.map(({ mu }) => mu);
  return {
    pearson: correlation(strengths, mus),
    spearman: correlation(ranksIn(strengths), ranksIn(mus)),
    mean: mean(mus),
    spread: Math.sqrt(mean(mus.map((mu) => (mu - mean(mus)) ** 2))),
    sigma: mean(ratings.map(({ sigma }) => sigma)),
    races,
  };
}

const mean = (list: readonly number[]): number =>
  list.reduce((sum, number) => sum + number, 0) / list.length;

function ranksIn(list: readonly number[]): number[] {
  const ranks: number[] = [];
  const order = list.map((value, n) => ({ value, n })).sort((a, b) => a.value - b.value);
  order.forEach(({ n }, rank) => (ranks[n] = rank));
  return ranks;
}

function correlation(a: readonly number[], b: readonly number[]): number {
  const [middleA, middleB] = [mean(a), mean(b)];
  let [both, ofA, ofB] = [0, 0, 0];
  a.forEach((value, n) => {
    const [da, db] = [value - middleA, (b[n] ?? 0) - middleB];
    both += da * db;
    ofA += da * da;
    ofB += db * db;
  });
  return both / Math.sqrt(ofA * ofB);
}
