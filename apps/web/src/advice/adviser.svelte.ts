/** What a search has found about the table in practice: whether it can still be won, and by which move. */
import { playMove } from '@same-deal/engine';
import type { Move, Position } from '@same-deal/engine';
import type { Solution } from '@same-deal/solver';
import type { Search } from './search.ts';

type Advice =
  | { readonly verdict: 'won'; readonly move: Move; /** Moves to the win. */ readonly left: number }
  /** Not any more, or never: the deal itself cannot be won. */
  | { readonly verdict: 'lost' | 'never' }
  | { readonly verdict: 'undecided' };

export type AdviceStatus =
  | { readonly state: 'idle' }
  | { readonly state: 'thinking' }
  | { readonly state: 'ready'; readonly advice: Advice }
  /** How many moves to take back until the table can be won again; null if that was not found. */
  | { readonly state: 'way-back'; readonly moves: number | null }
  /** The search itself could not be run. */
  | { readonly state: 'failed' };

const IDLE: AdviceStatus = { state: 'idle' };

const keyOf = ({ piles, counters }: Position): string => JSON.stringify([piles, counters]);

export class Adviser {
  readonly #search: Search;
  #status = $state.raw<AdviceStatus>(IDLE);
  /** The table that was asked about. */
  #about = '';
  #asking: AbortController | undefined;
  /** What has been found out: by table, the verdict, and on a known way home the rest of it. */
  // Nothing is drawn from it.
  // eslint-disable-next-line svelte/prefer-svelte-reactivity
  readonly #found = new Map<string, Solution>();

  constructor(search: Search) {
    this.#search = search;
  }

  get status(): AdviceStatus {
    return this.#status;
  }

  /**
   * What has been found out about a table; idle if another one was asked about.
   * @param present the table, asked for only if it matters
   */
  statusOn(present: () => Position | undefined): AdviceStatus {
    if (this.#status.state === 'idle') return IDLE;
    const position = present();
    return position && keyOf(position) === this.#about ? this.#status : IDLE;
  }

  /**
   * Whether the present table can be won, and how. Asking again ends the earlier question.
   * @param positions from the deal to the present table, along one line of moves
   */
  async ask(positions: readonly [Position, ...Position[]]): Promise<void> {
    await this.#think(positions, async (signal) => {
      const { verdict, moves } = await this.#solve(positions.at(-1) as Position, signal);
      const [move] = moves;
      if (verdict === 'won' && move) {
        return { state: 'ready', advice: { verdict, move, left: moves.length } };
      }
      if (verdict !== 'lost') return { state: 'ready', advice: { verdict: 'undecided' } };
      return { state: 'ready', advice: { verdict: positions.length === 1 ? 'never' : 'lost' } };
    });
  }

  /**
   * How far back the last table lies that is known to be winnable. The mistake is mostly a recent one, and a
   * late table is quicker to decide, so the steps back begin small and double; between the last two tables
   * looked at it is halved.
   * @param positions from the deal to the present table, along one line of moves: what is lost stays
   *   lost on it, so it is enough to search a few
   */
  async askWayBack(positions: readonly Position[]): Promise<void> {
    await this.#think(positions, async (signal) => {
      const canBeWon = async (n: number) =>
        (await this.#solve(positions[n] as Position, signal)).verdict === 'won';
      const notFound = async (): Promise<AdviceStatus> => {
        const deal = await this.#solve(positions[0] as Position, signal);
        return deal.verdict === 'lost'
          ? { state: 'ready', advice: { verdict: 'never' } }
          : { state: 'way-back', moves: null };
      };
      const present = positions.length - 1;
      let [won, lost] = [present - 1, present];
      while (won >= 0 && !(await canBeWon(won))) {
        if (won === 0) return notFound();
        [won, lost] = [Math.max(0, present - 2 * (present - won)), won];
      }
      if (won < 0) return notFound();
      while (lost - won > 1) {
        const middle = (won + lost) >> 1;
        if (await canBeWon(middle)) won = middle;
        else lost = middle;
      }
      return { state: 'way-back', moves: present - won };
    });
  }

  /** The table has changed, or nobody wants to know any more. */
  forget(): void {
    this.#asking?.abort();
    this.#asking = undefined;
    this.#status = IDLE;
  }

  async #think(
    positions: readonly Position[],
    find: (signal: AbortSignal) => Promise<AdviceStatus>,
  ): Promise<void> {
    this.forget();
    const table = positions.at(-1);
    this.#about = table ? keyOf(table) : '';
    const asking = (this.#asking = new AbortController());
    this.#status = { state: 'thinking' };
    let status: AdviceStatus;
    try {
      status = await find(asking.signal);
    } catch {
      status = { state: 'failed' };
    }
    if (asking === this.#asking) this.#status = status;
  }

  async #solve(position: Position, signal: AbortSignal): Promise<Solution> {
    const cached = this.#found.get(keyOf(position));
    if (cached) return cached;
    const solution = await this.#search(position, signal);
    this.#remember(position, solution);
    return solution;
  }

  /** A win answers for every table on its way. */
  #remember(position: Position, solution: Solution): void {
    if (solution.verdict === 'undecided') return;
    this.#found.set(keyOf(position), solution);
    let on: Position | undefined = position;
    solution.moves.forEach((move, n) => {
      const next: ReturnType<typeof playMove> | undefined = on && playMove(on, move);
      on = next?.ok ? next.value : undefined;
      if (on) this.#found.set(keyOf(on), { ...solution, moves: solution.moves.slice(n + 1) });
    });
  }
}
