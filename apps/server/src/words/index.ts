import type { IncomingHttpHeaders } from 'node:http';
import { de } from './de.ts';
import { en } from './en.ts';
import { languageOf } from './language.ts';
import type { ServiceWords } from './service-words.ts';

const languages: Readonly<Record<string, ServiceWords>> = { en, de };

/** In all languages. */
export const everyWords: readonly ServiceWords[] = Object.values(languages);

/** The service's words in a language; English where it has none. */
export const wordsIn = (language: string): ServiceWords => languages[language] ?? en;

/** The service's words in the language of a request. */
export const wordsFor = (headers: IncomingHttpHeaders): ServiceWords =>
  wordsIn(languageOf(headers, Object.keys(languages)));
