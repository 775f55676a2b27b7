/** The promises and rules cited in the titles of tests, and the list of those that must stay cited. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Promises are P1, P2…; rules have the letters of their sheet, such as `BIS-4`. SHA-256 is neither. */
const ID = /\bP\d{1,2}\b|\b(?!SHA)[A-Z]{3,}-\d+\b/g;
const kept = join(import.meta.dirname, 'cited-ids.txt');

const inOrder = new Intl.Collator('en', { numeric: true }).compare;

/** The distinct ids in these titles, sorted. */
export const citedIn = (titles: readonly string[]): string[] =>
  [...new Set(titles.flatMap((title) => title.match(ID) ?? []))].sort(inOrder);

/** Compares cited ids with the list: those it has that are not cited (lost), and those cited that it lacks (added). */
export function lostFrom(cited: readonly string[]): { lost: string[]; added: string[] } {
  const list = readFileSync(kept, 'utf8').split(/\s+/).filter(Boolean);
  return {
    lost: list.filter((id) => !cited.includes(id)),
    added: cited.filter((id) => !list.includes(id)),
  };
}
