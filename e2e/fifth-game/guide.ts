/**
 * What somebody who adds a game, or a language, by the guide in CONTRIBUTING does: the files they write and the lines
 * they insert. The browser test plays the game without writing anything; `pnpm test nightly fifth-game third-language`
 * applies all of it to a copy of the repository and tests that.
 */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..', '..');

/** Files by their paths in the repository, with their whole text. */
export type Change = ReadonlyMap<string, string>;

/** Texts by the line that each follows, or precedes. */
type Insertions = readonly (readonly [at: string, text: string, side: 'before' | 'after'])[];

/**
 * A file with lines inserted; those that are there stay, as the game is added to a copy that has it too.
 * @throws Error if it has no such line any more, or more than one
 */
function inserted(file: string, insertions: Insertions): [string, string] {
  let text = readFileSync(join(root, file), 'utf8');
  for (const [at, added, side] of insertions) {
    if (text.includes(added)) continue;
    const parts = text.split(at);
    if (parts.length !== 2) throw new Error(`${file}: ${parts.length - 1} times ${at}`);
    text = parts.join(side === 'after' ? `${at}${added}` : `${added}${at}`);
  }
  return [file, text];
}

/** All files of a folder, by their paths in it. */
function filesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => statSync(join(folder, file)).isFile())
    .map((file) => file.replaceAll('\\', '/'));
}

/** The game's file, sheet and test, its line in the registry, and what the start page says of it. */
export function fifthGame(): Change {
  const folder = join(import.meta.dirname, 'files');
  const gameLine = (text: string) => `  'beleaguered-castle': '${text}',\n`;
  return new Map([
    ...filesIn(folder).map((file) => [file, readFileSync(join(folder, file), 'utf8')] as const),
    inserted('packages/engine/src/games/index.ts', [
      [
        "import { game as bisley } from './bisley.ts';\n",
        "import { game as beleagueredCastle } from './beleaguered-castle.ts';\n",
        'before',
      ],
      ['  alhambra,\n', "  'beleaguered-castle': beleagueredCastle,\n", 'after'],
    ]),
    inserted('apps/web/src/messages/home.en.ts', [
      [
        '  bisley: ',
        gameLine('Four suits build up from the ace, eight columns down in any suit.'),
        'before',
      ],
    ]),
    inserted('apps/web/src/messages/de/home.ts', [
      [
        '  bisley: ',
        gameLine('Vier Farben hinauf ab dem Ass, acht Spalten hinab in jeder Farbe.'),
        'before',
      ],
    ]),
  ]);
}

/** German words under another name, as a translator begins: a folder of the page's words, and the service's. */
export function thirdLanguage(): Change {
  const german = join(root, 'apps/web/src/messages/de');
  const service = 'apps/server/src/words';
  const words = (file: string) => readFileSync(join(german, file), 'utf8');
  const pageWords = filesIn(german).map(
    (file) =>
      [
        `apps/web/src/messages/nl/${file}`,
        file === 'language.ts' ? words(file).replace("'de'", "'nl'") : words(file),
      ] as const,
  );
  const serviceWords = readFileSync(join(root, service, 'de.ts'), 'utf8');
  return new Map([
    ...pageWords,
    [`${service}/nl.ts`, serviceWords.replace('export const de', 'export const nl')],
    inserted(`${service}/index.ts`, [
      ["import { languageOf } from './language.ts';\n", "import { nl } from './nl.ts';\n", 'after'],
      ['{ en, de', ', nl', 'after'],
    ]),
  ]);
}
