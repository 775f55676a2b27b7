// No text from outside reaches SQL, a log or an address but through a schema that keeps out what those stumble over.
import { expect, test } from 'vitest';
import type { z } from 'zod';
import { requestSchemas } from './support/wire-documents.ts';

/** What a database, a log or an address cannot hold. */
const ODD = ['a\u0000b', '\ud800', 'a\udfffb'];
const isOdd = (value: unknown): boolean => typeof value === 'string' && /[\p{Cs}\0]/u.test(value);

/** Texts that go nowhere as they are, by the last part of their path. */
const ELSEWHERE: Readonly<Record<string, string>> = {
  password: 'hashed (auth/passwords.ts)',
  current: 'hashed (auth/passwords.ts)',
  token: 'hashed (auth/hashed-tokens.ts)',
  code: 'normalised or hashed (auth/hashed-tokens.ts)',
  username: 'canonicalUsername refuses all but letters, digits and a few signs',
  name: 'shown-name rules refuse control characters and halves of characters (names/)',
  deal: 'read as a number or a deal code by the engine',
};

/** The places in a schema where a text is read; a place of several spellings counts once. */
function* textsOf(schema: z.ZodType, path: readonly string[]): Generator<[string, z.ZodType]> {
  const def = schema.def as {
    readonly type: string;
    readonly shape?: Readonly<Record<string, z.ZodType>>;
    readonly options?: readonly z.ZodType[];
    readonly element?: z.ZodType;
    readonly innerType?: z.ZodType;
    readonly keyType?: z.ZodType;
    readonly valueType?: z.ZodType;
    readonly items?: readonly z.ZodType[];
    readonly in?: z.ZodType;
  };
  const inner = [def.element, def.innerType, def.keyType, def.valueType].filter((one) => !!one);
  if (def.shape) {
    for (const [key, one] of Object.entries(def.shape)) yield* textsOf(one, [...path, key]);
  } else if (
    def.type === 'pipe' &&
    (def.in?.def.type === 'object' || def.in?.def.type === 'array')
  ) {
    yield* textsOf(def.in, path);
  } else if (def.options || def.items || inner.length > 0) {
    for (const one of [...(def.options ?? []), ...(def.items ?? []), ...inner])
      yield* textsOf(one, path);
  } else {
    yield [path.join(' '), schema];
  }
}

test('P8: every text of a request is refused where a database, a log or an address could not hold it, or goes nowhere as it is', async () => {
  const texts = (await requestSchemas()).flatMap(([name, schema]) => [...textsOf(schema, [name])]);
  expect(texts.length).toBeGreaterThan(150);
  const excused = (path: string) => Object.keys(ELSEWHERE).find((key) => path.endsWith(` ${key}`));
  const letThrough = texts.filter(([, schema]) =>
    ODD.some((odd) => {
      const { success, data } = schema.safeParse(odd);
      return success && isOdd(data);
    }),
  );
  const paths = letThrough.map(([path]) => path);
  expect(paths.filter((path) => !excused(path))).toEqual([]);
  expect(new Set(paths.map(excused)), 'what is excused occurs').toEqual(
    new Set(Object.keys(ELSEWHERE)),
  );
});
