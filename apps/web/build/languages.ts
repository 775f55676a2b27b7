/**
 * The page in several languages: a build for each, in which the English messages are replaced by those of the
 * language. So a browser loads one language, and no component knows that there are others.
 */
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { runnerImport } from 'vite';
import type { Plugin } from 'vite';

/** The language the messages are written in first; its files are `*.en.ts`. */
export const FIRST = 'en';

const MESSAGES = 'src/messages';

/**
 * The languages there are messages in: English, and one for each folder of messages.
 * @param root the package's folder
 * @returns their tags by BCP 47, English first
 */
export const languagesIn = (root: string): string[] => [
  FIRST,
  ...readdirSync(path.join(root, MESSAGES), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
    .sort(),
];

/**
 * Where the words of a language are instead of the English ones.
 * @param file an absolute path of a module, without a query
 * @returns undefined if the file is no file of English messages, or there are none in its stead
 */
export function inLanguage(file: string, language: string): string | undefined {
  if (language === FIRST) return undefined;
  const name = /^(.*\/src\/messages\/)([^/]+)\.en\.ts$/.exec(file.replaceAll('\\', '/'));
  if (!name) return undefined;
  const other = `${name[1]}${language}/${name[2]}.ts`;
  return existsSync(other) ? other : undefined;
}

/** `index.html` in English, `index.de.html` in German. */
export const named = (file: string, language: string): string => {
  const { name, ext } = path.parse(file);
  return language === FIRST ? file : `${name}.${language}${ext}`;
};

/** Which way a language is written. */
export function directionOf(language: string): 'ltr' | 'rtl' {
  const locale: Intl.Locale & {
    readonly textInfo?: { readonly direction?: string };
    getTextInfo?(): { readonly direction?: string };
  } = new Intl.Locale(language);
  const { direction } = locale.getTextInfo?.() ?? locale.textInfo ?? {};
  return direction === 'rtl' ? 'rtl' : 'ltr';
}

/** What the page's HTML and the installed page say themselves. */
interface DocumentWords {
  readonly description: string;
  readonly needsScripts: string;
}

/** Takes a language's words instead of the English, and puts its name on what the build writes. */
export function language(tag: string): Plugin {
  let root: string;
  let words: DocumentWords;
  return {
    name: 'same-deal:language',
    enforce: 'pre',
    config: ({ root = process.cwd() }) => ({
      define: { 'import.meta.env.VITE_LANGUAGES': JSON.stringify(languagesIn(root).join(' ')) },
      // What is the same in all languages is written once.
      build: tag === FIRST ? {} : { emptyOutDir: false, copyPublicDir: false },
    }),
    async configResolved(config) {
      root = config.root;
      const file = path.join(root, MESSAGES, 'document.en.ts');
      const found = await runnerImport<{ documentWords: DocumentWords }>(
        inLanguage(file, tag) ?? file,
      );
      words = found.module.documentWords;
    },
    async resolveId(source, importer) {
      if (tag === FIRST || !source.endsWith('.en.ts')) return null;
      const english = await this.resolve(source, importer, { skipSelf: true });
      return (english && inLanguage(english.id, tag)) ?? english;
    },
    transformIndexHtml: {
      order: 'pre',
      handler: (html) =>
        html
          .replace('<html lang="en">', `<html lang="${tag}" dir="${directionOf(tag)}">`)
          .replace('%description%', words.description)
          .replace('%needsScripts%', words.needsScripts)
          .replace('/manifest.webmanifest', `/${named('manifest.webmanifest', tag)}`),
    },
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        const { description } = words;
        const manifest = readFileSync(path.join(root, 'src/manifest.json'), 'utf8');
        const source = { ...(JSON.parse(manifest) as object), description, lang: tag };
        this.emitFile({
          type: 'asset',
          fileName: named('manifest.webmanifest', tag),
          source: JSON.stringify(source),
        });
        const html = bundle['index.html'];
        if (html) html.fileName = named('index.html', tag);
      },
    },
  };
}
