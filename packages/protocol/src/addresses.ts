/**
 * Every address of the page, in one table: the page shows what is at them, the service answers them with the page and
 * knows what to say of their links. Without zod, as every page loads it.
 */
import { gameList } from '@same-deal/engine';

/** What the named parts of an address may be, decoded. A code is the service's to judge, and so is a person's id. */
const parts: Readonly<Record<string, RegExp>> = {
  code: /./,
  personId: /./,
  /** How the service writes the ids of plays: as UUIDs. */
  playId: /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i,
  /** Whether the calendar has it, the page says. */
  day: /^20[2-9]\d-\d\d-\d\d$/,
  game: new RegExp(`^(${gameList.map(({ id }) => id).join('|')})$`),
  /** Of a game: what stands after its id in a variant's. */
  form: /^[a-z]+$/,
  /** Its code or number: the page says what is wrong with it. */
  deal: /./,
  /** Of a game's rules. */
  step: /^[1-5]$/,
  /** Of a puzzle. */
  kind: /^(keep|win)$/,
  number: /^[1-9]\d{0,4}$/,
};

export const addresses = [
  '/',
  '/race/:code',
  '/race/:code/ghosts',
  '/race/:code/tables',
  '/duplicate/:code',
  '/circles',
  '/circle/:code',
  '/play/:playId',
  '/replay/:playId',
  '/compare/:playId/:playId',
  '/daily',
  '/daily/archive',
  '/daily/:day/:game',
  '/daily/:day/:game/ghosts',
  '/boards/:game',
  '/stats',
  '/rules/:game',
  '/rules/:game/:step',
  '/deal/:game/:form/:deal',
  '/puzzles',
  '/puzzles/:game/:kind/:number',
  '/continue',
  '/sign-in',
  '/you',
  '/games',
  '/people',
  '/people/:personId',
] as const;
export type Address = (typeof addresses)[number];

/**
 * Finds a path, such as `/race/ABC234`, with or without a slash at its end.
 * @returns its address, and what stands for the named parts, decoded, in their order; undefined if it is none
 */
export function addressOf(
  path: string,
): { readonly address: Address; readonly values: readonly string[] } | undefined {
  const given = path.replace(/\/$/, '').split('/');
  for (const address of addresses) {
    const wanted = address.replace(/\/$/, '').split('/');
    if (wanted.length !== Math.max(1, given.length)) continue;
    const values: string[] = [];
    const fits = wanted.every((part, n) => {
      const text = decoded(given[n] ?? '');
      if (!part.startsWith(':')) return part === text;
      values.push(text);
      return parts[part.slice(1)]?.test(text);
    });
    if (fits) return { address, values };
  }
  return undefined;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return '';
  }
}
