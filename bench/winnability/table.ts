/** The table of docs/winnability.md, made from the published verdicts. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { intervalOf } from '../wilson.ts';
import { PLAN } from './plan.ts';
import { load, searchOf, tally, verdictOf } from './verdicts.ts';
import type { Search, Verdicts } from './verdicts.ts';

const nameOf = ({ solver, seconds, memoryMiB }: Search): string =>
  solver === 'cadical' ? 'SAT' : `${solver}: ${seconds} s, ${memoryMiB} MiB`;

/** The searches behind the verdicts of the deals that are kept, each with how many deals, the most first. */
function searchesOf(verdicts: Verdicts, which: 'decided' | 'undecided'): string {
  const counts = new Map<string, number>();
  for (let deal = 1; ; deal++) {
    const verdict = verdictOf(verdicts, deal);
    if (!verdict) break;
    const search = searchOf(verdicts, deal);
    if ((verdict === 'undecided') !== (which === 'undecided') || !search) continue;
    const name = nameOf(search);
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  if (counts.size === 0) return '–';
  const named = [...counts].sort(([, a], [, b]) => b - a);
  return named
    .map(([name, count]) => (counts.size === 1 ? name : `${name} (${count.toLocaleString('en')})`))
    .join('; ');
}

const HEAD = [
  'Variant',
  'Deals',
  'Won',
  'Lost',
  'Undecided',
  'Can be won, at least',
  'At most, the undecided too',
  'Decided by',
  'Undecided by',
];

/** The table as it stands in docs/winnability.md, columns aligned as the formatter aligns them. */
export function tableOf(folder: string): string {
  const rows = PLAN.map(({ variant, title }) => {
    const verdicts = load(folder, variant, 0);
    const { deals, won, lost, undecided } = tally(verdicts);
    return [
      title,
      ...[deals, won, lost, undecided].map((count) => count.toLocaleString('en')),
      intervalOf(won, deals),
      undecided === 0 ? 'the same' : intervalOf(won + undecided, deals),
      searchesOf(verdicts, 'decided'),
      searchesOf(verdicts, 'undecided'),
    ];
  });
  const widths = HEAD.map((head, n) =>
    Math.max(...[HEAD, ...rows].map((row) => (row[n] ?? head).length)),
  );
  const line = (row: readonly string[]) =>
    `| ${row.map((cell, n) => cell.padEnd(widths[n] ?? 0)).join(' | ')} |`;
  const rule = `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`;
  return [line(HEAD), rule, ...rows.map(line)].join('\n');
}

/** As seen from `dist`, and from here. */
const DOCUMENT = join(import.meta.dirname, '../../../docs/winnability.md');
const BEGIN = '<!-- made by `pnpm winnability continue --write --table` -->\n\n';
const END = '\n\n<!-- end -->';

/** The table that the document has now. */
export function writtenTable(document: string): string {
  const from = document.indexOf(BEGIN);
  return document.slice(from + BEGIN.length, document.indexOf(END, from));
}

/** Puts a table into the document, in the place of the former one. */
export function writeTable(table: string): void {
  const document = readFileSync(DOCUMENT, 'utf8');
  const former = BEGIN + writtenTable(document) + END;
  writeFileSync(
    DOCUMENT,
    document.replace(former, () => BEGIN + table + END),
  );
}
