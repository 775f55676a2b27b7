/** The tables of docs/winnability.md, made from the published verdicts. */
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

const OPEN_HEAD = ['Variant', 'Undecided of the first 100', 'By'];
const FIRST = 100;

/** Names the first deals that are left undecided, by the search that left them. */
function openOf(folder: string): string[][] {
  return PLAN.flatMap(({ variant, title }) => {
    const verdicts = load(folder, variant, 0);
    const open = new Map<string, number[]>();
    for (let deal = 1; deal <= FIRST; deal++) {
      const search = searchOf(verdicts, deal);
      if (verdictOf(verdicts, deal) !== 'undecided' || !search) continue;
      const name = nameOf(search);
      open.set(name, [...(open.get(name) ?? []), deal]);
    }
    return [...open].map(([name, deals]) => [title, deals.join(', '), name]);
  });
}

/** A table with its columns aligned as the formatter aligns them. */
function aligned(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = head.map((name, n) =>
    Math.max(...[head, ...rows].map((row) => (row[n] ?? name).length)),
  );
  const line = (row: readonly string[]) =>
    `| ${row.map((cell, n) => cell.padEnd(widths[n] ?? 0)).join(' | ')} |`;
  const rule = `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`;
  return [line(head), rule, ...rows.map(line)].join('\n');
}

/** The tables as they stand in docs/winnability.md. */
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
  return `${aligned(HEAD, rows)}\n\n${aligned(OPEN_HEAD, openOf(folder))}`;
}

/** As seen from `dist`, and from here. */
const DOCUMENT = join(import.meta.dirname, '../../../docs/winnability.md');
const BEGIN = '<!-- made by `pnpm winnability continue --write --table` -->\n\n';
const END = '\n\n<!-- end -->';

/** The tables that the document has now. */
export function writtenTable(document: string): string {
  const from = document.indexOf(BEGIN);
  return document.slice(from + BEGIN.length, document.indexOf(END, from));
}

/** Puts the tables into the document, in the place of the former ones. */
export function writeTable(table: string): void {
  const document = readFileSync(DOCUMENT, 'utf8');
  const former = BEGIN + writtenTable(document) + END;
  writeFileSync(
    DOCUMENT,
    document.replace(former, () => BEGIN + table + END),
  );
}
