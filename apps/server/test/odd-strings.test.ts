// No text from outside reaches SQL, a log or an address but through a schema that keeps out what those stumble over.
import { expect, test } from 'vitest';
import type { z } from 'zod';
import { requestSchemas } from './support/wire-documents.ts';

/** What a database, a log or an address cannot hold. */
const ODD = ['a\u0000b', '\ud800', 'a\udfffb'];
const isOdd = (value: unknown): boolean => typeof value === 'string' && /[\p{Cs}\0]/u.test(value);

/** Texts that go nowhere as they are: what becomes of them first, and their places. A new place is none of these. */
const ELSEWHERE: Readonly<Record<string, readonly string[]>> = {
  'hashed (auth/passwords.ts)': [
    'POST /api/account/password body password',
    'POST /api/account/password body current',
    'DELETE /api/account/password body current',
    'POST /api/sign-in/password body password',
  ],
  'hashed before they are looked up (storage/auth)': [
    'POST /api/hand-overs/look body token',
    'POST /api/hand-overs/look body code',
    'POST /api/hand-overs/accept body token',
    'POST /api/hand-overs/accept body code',
    'POST /api/sign-in/link body token',
  ],
  'refused by the rules of usernames (normaliseUsername)': [
    'POST /api/account/password body username',
    'POST /api/sign-in/password body username',
  ],
  'refused by the rules of names (normaliseName)': [
    'POST /api/circles body name',
    'PATCH /api/circles/:id body name',
    'PATCH /api/me body name',
  ],
  'read as a deal code by the engine': ['POST /api/plays/offline body deal', 'play:create deal'],
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
  const letThrough = texts.filter(([, schema]) =>
    ODD.some((odd) => {
      const { success, data } = schema.safeParse(odd);
      return success && isOdd(data);
    }),
  );
  const paths = letThrough.map(([path]) => path);
  expect(paths.toSorted()).toEqual(Object.values(ELSEWHERE).flat().toSorted());
});
