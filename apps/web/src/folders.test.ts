/** The page's folders, as docs/architecture.md has them. */
import { expect, test } from 'vitest';

const files = import.meta.glob<string>(['./*/**/*.ts', './*/**/*.svelte', '!./**/*.test.ts'], {
  query: '?raw',
  import: 'default',
  eager: true,
});

/** Which folders each folder imports from, by name. */
function importsByFolder(): Map<string, Set<string>> {
  const imports = new Map<string, Set<string>>();
  for (const [path, text] of Object.entries(files)) {
    const folder = path.split('/')[1] ?? '';
    const others = imports.get(folder) ?? new Set();
    imports.set(folder, others);
    for (const [, other = ''] of text.matchAll(/(?:from |import\()'\.\.\/([\w-]+)\//g)) {
      if (other !== folder) others.add(other);
    }
  }
  return imports;
}

/** A way round through the folders, if there is one. */
function circleIn(imports: ReadonlyMap<string, ReadonlySet<string>>): string[] | undefined {
  const done = new Set<string>();
  function visit(folder: string, way: readonly string[]): string[] | undefined {
    if (way.includes(folder)) return [...way.slice(way.indexOf(folder)), folder];
    if (done.has(folder)) return undefined;
    for (const other of imports.get(folder) ?? []) {
      const circle = visit(other, [...way, folder]);
      if (circle) return circle;
    }
    done.add(folder);
    return undefined;
  }
  for (const folder of imports.keys()) {
    const circle = visit(folder, []);
    if (circle) return circle;
  }
  return undefined;
}

test('no folder imports itself by way of others', () => {
  const imports = importsByFolder();
  expect(imports.size).toBeGreaterThan(10);
  expect(imports.get('race')).toContain('play');
  expect(circleIn(imports)).toBeUndefined();
});

test('a circle would be found', () => {
  const of = (...to: string[]) => new Set(to);
  const circle = circleIn(
    new Map([
      ['a', of('b')],
      ['b', of('c')],
      ['c', of('b')],
    ]),
  );
  expect(circle).toEqual(['b', 'c', 'b']);
});

test('the board knows neither the line nor the page, the line and the words know nothing of the rest', () => {
  const imports = importsByFolder();
  for (const folder of ['board', 'net', 'messages']) {
    expect([...(imports.get(folder) ?? [])], folder).toEqual([]);
  }
});

test('what lives as long as the page knows of no session that is open in it', () => {
  const sessions = Object.keys(files).filter((path) => path.endsWith('-session.svelte.ts'));
  expect(sessions.length).toBeGreaterThan(3);
  expect(sessions.filter((path) => path.startsWith('./state/'))).toEqual([]);
  expect([...(importsByFolder().get('state') ?? [])]).toEqual(['net']);
});

/** A component without its styles: they stand beside it, and do not make it harder to follow. */
const withoutStyles = (text: string) => text.replace(/<style>.*<\/style>/s, '');

test('no file is longer than one can take in, except for tables of words', () => {
  const long = Object.entries(files)
    .filter(([path]) => !path.startsWith('./messages/'))
    .map(([path, text]) => [path, withoutStyles(text).split('\n').length] as const)
    .filter(([, lines]) => lines > 400);
  expect(long).toEqual([]);
});
