/** The wire's documents are those of its schemas, and the tables of docs/protocol.md name what they hold. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { clientEvents, serverEvents } from '@same-deal/protocol';
import { describe, expect, it } from 'vitest';
import {
  eventsDocument,
  httpDocument,
  routesPage,
} from '../apps/server/test/support/wire-documents.ts';

const docs = join(import.meta.dirname, '../docs');
const kept = (file: string): unknown => JSON.parse(readFileSync(join(docs, 'wire', file), 'utf8'));

it('docs/wire is what the schemas say (`pnpm format` renews it)', async () => {
  expect(kept('openapi.json')).toEqual(JSON.parse(JSON.stringify(await httpDocument())));
  expect(kept('events.json')).toEqual(JSON.parse(JSON.stringify(eventsDocument())));
});

it('every route says in its schema’s `summary` what it does, and docs/wire/routes.md lists them', async () => {
  const http = await httpDocument();
  const silent = Object.entries(http.paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([, { summary }]) => !summary)
      .map(([method]) => `${method.toUpperCase()} ${path}`),
  );
  expect(silent).toEqual([]);
  // The formatter pads tables and wraps lines.
  const bare = (text: string) => text.replace(/\s+/g, ' ').replace(/-{3,}/g, '---');
  expect(bare(readFileSync(join(docs, 'wire', 'routes.md'), 'utf8'))).toBe(bare(routesPage(http)));
});

/** The first cells of the table under a heading of docs/protocol.md, without its head. */
function cellsUnder(heading: string): string[] {
  const text = readFileSync(join(docs, 'protocol.md'), 'utf8');
  const section = text.split(`\n## ${heading}\n`)[1]?.split('\n## ')[0] ?? '';
  return section
    .split('\n')
    .filter((line) => line.startsWith('|'))
    .slice(2)
    .map((line) => line.split('|')[1]?.trim() ?? '');
}

/** What stands between backquotes. */
const quoted = (cell: string): string[] =>
  [...cell.matchAll(/`([^`]*)`/g)].map(([, word = '']) => word);

/** The names of the fields that a schema takes, in any of its forms. */
function fieldsOf(schema: unknown): string[] {
  const {
    properties = {},
    anyOf = [],
    allOf = [],
  } = schema as {
    properties?: object;
    anyOf?: unknown[];
    allOf?: unknown[];
  };
  return [...Object.keys(properties), ...[...anyOf, ...allOf].flatMap(fieldsOf)];
}

describe('docs/protocol.md', () => {
  it('has a line for every request, with the fields that it takes', () => {
    const requests = (eventsDocument() as { requests: Record<string, unknown> }).requests;
    const lines = cellsUnder('Requests on the socket').map(quoted);
    const names = lines.map((words) => words.filter((word) => /^\w+:\w/.test(word)));
    expect(names.flat().sort()).toEqual(Object.keys(clientEvents).sort());
    for (const [n, words] of lines.entries()) {
      const told = words.filter((word) => word.startsWith('{')).join(',');
      const fields = told.split(/[{},\s?]+/).filter(Boolean);
      for (const name of names[n] ?? []) {
        const real = [...new Set(fieldsOf(requests[name]))];
        const isShortened = told.includes('…');
        const wanted = isShortened ? real.filter((field) => fields.includes(field)) : real;
        expect([...new Set(fields.filter((field) => !field.startsWith('…')))].sort(), name).toEqual(
          wanted.sort(),
        );
      }
    }
  });

  it('has a line for all news', () => {
    expect(cellsUnder('News').flatMap(quoted).sort()).toEqual(Object.keys(serverEvents).sort());
  });
});
