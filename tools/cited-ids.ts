/** The promises and rules that titles of tests cite, and the kept list of them. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Promises are P1, P2…; rules have the letters of their sheet, such as `BIS-4`. SHA-256 is neither. */
const ID = /\bP\d{1,2}\b|\b(?!SHA)[A-Z]{3,}-\d+\b/g;
const kept = join(import.meta.dirname, 'cited-ids.txt');

const inOrder = new Intl.Collator('en', { numeric: true }).compare;

/** The different ids in these titles, sorted. */
export const citedIn = (titles: readonly string[]): string[] =>
  [...new Set(titles.flatMap((title) => title.match(ID) ?? []))].sort(inOrder);

/** What the kept list has and these have not, and the other way round. */
export function lostFrom(cited: readonly string[]): { lost: string[]; added: string[] } {
  const list = readFileSync(kept, 'utf8').split(/\s+/).filter(Boolean);
  return {
    lost: list.filter((id) => !cited.includes(id)),
    added: cited.filter((id) => !list.includes(id)),
  };
}
