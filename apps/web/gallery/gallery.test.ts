/** The gallery shows every component: by itself, or within one that it shows. */
import { expect, test } from 'vitest';

const texts = import.meta.glob<string>(['./*.{ts,svelte}', '../src/**/*.svelte', '!./*.test.ts'], {
  query: '?raw',
  import: 'default',
  eager: true,
});

/** What lives on whole pages alone, by folder: `pnpm draw shots` shows those. */
const OF_PAGES = [
  /^pages\//,
  /^(App|Invitations|Nav|TopBar)\.svelte$/,
  /^(replay|duplicate)\//,
  /^rating\/RatingCurve\.svelte$/,
  /^race\/(AllTables|Ghosts|Lanes|Track|TryIt)\.svelte$/,
  /^rendered\//,
  /^play\/(NoTable|PlayDialog)\.svelte$/,
  /^home\/(LastGames|MyGames|MyPeople|OfflineGames|Today|Yours)\.svelte$/,
  /^daily\/(BeginDaily|DailyCards|EndOfTry|NextDaily)\.svelte$/,
  /^circle\/MyCircles\.svelte$/,
  /^nudge\/(Badge|Nudges)\.svelte$/,
  /^puzzles\/Solve\.svelte$/,
  /^you\/(Devices|MyData|Ways)\.svelte$/,
];

/** The components that a component's text names. */
const namedIn = (text: string): string[] =>
  [...text.matchAll(/\/([A-Z]\w+\.svelte)'/g)].map(([, name = '']) => name);

test('every component is shown, or lies within one that is', () => {
  const byName = new Map(
    Object.entries(texts).map(([path, text]) => [path.split('/').at(-1) ?? '', text]),
  );
  const shown = new Set(namedIn(texts['./states.ts'] ?? ''));
  // A set that grows is walked to its end.
  for (const name of shown) for (const other of namedIn(byName.get(name) ?? '')) shown.add(other);
  const components = Object.keys(texts)
    .filter((path) => path.startsWith('../src/'))
    .map((path) => path.slice('../src/'.length));
  expect(components.length).toBeGreaterThan(80);
  const missing = components.filter(
    (path) => !shown.has(path.split('/').at(-1) ?? '') && !OF_PAGES.some((of) => of.test(path)),
  );
  expect(missing).toEqual([]);
});
