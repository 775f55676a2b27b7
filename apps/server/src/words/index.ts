import type { IncomingHttpHeaders } from 'node:http';
import { de } from './de.ts';
import { en } from './en.ts';
import { languageOf } from './language.ts';

/** What another language has to provide. */
export type ServiceWords = Widened<typeof en>;

type Widened<T> = T extends string
  ? string
  : T extends (...args: infer Args) => infer Said
    ? (...args: Args) => Widened<Said>
    : { readonly [Key in keyof T]: Widened<T[Key]> };

const languages: Readonly<Record<string, ServiceWords>> = { en, de };

/** The service's words in a language; English where it has none. */
export const wordsIn = (language: string): ServiceWords => languages[language] ?? en;

/** The service's words in the language of a request. */
export const wordsFor = (headers: IncomingHttpHeaders): ServiceWords =>
  wordsIn(languageOf(headers, Object.keys(languages)));
