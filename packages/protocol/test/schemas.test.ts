import { gameList } from '@same-deal/engine';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cases } from '../../../tools/scale.ts';
import { z } from 'zod';
import * as protocol from '../src/index.ts';
import {
  clientEvents,
  CODE_SIGNS,
  failure,
  localPath,
  normaliseHandOverCode,
  normaliseName,
  RACE_CODE_LENGTH,
  raceCode,
  serverEvents,
  variantId,
} from '../src/index.ts';

const schemas: [string, z.ZodType][] = [
  ...Object.entries(clientEvents).flatMap(([name, { request, answer }]): [string, z.ZodType][] => [
    [`${name} request`, request],
    [`${name} answer`, answer],
  ]),
  ...Object.entries(serverEvents),
  ...Object.entries<unknown>(protocol).flatMap(([name, value]): [string, z.ZodType][] =>
    value instanceof z.ZodType ? [[name, value]] : [],
  ),
];

/** Values that break naive code: odd keys, odd numbers, deep nesting, wrong types under right names. */
const fields = [
  ...new Set(
    schemas.flatMap(([, schema]) =>
      schema instanceof z.ZodObject ? Object.keys(schema.shape) : [],
    ),
  ),
  '__proto__',
  'constructor',
  'toString',
];
const anything = fc.oneof(
  fc.jsonValue({ maxDepth: 4 }),
  fc.anything({ withBigInt: true, withDate: true, withMap: true, withNullPrototype: true }),
  fc.dictionary(
    fc.constantFrom(...fields),
    fc.oneof(fc.jsonValue(), fc.anything(), fc.double(), fc.string({ unit: 'binary' })),
    { noNullPrototype: false },
  ),
);

describe('P5: one thing has one form behind the boundary', () => {
  test('a play by its id in any case', () => {
    const id = '0b5e8f1c-7d2a-4c3e-9f10-a1b2c3d4e5f6';
    expect(protocol.playId.parse(id.toUpperCase())).toBe(id);
    for (const odd of [` ${id}`, `urn:uuid:${id}`, `{${id}}`, id.replaceAll('-', '')])
      expect(protocol.playId.safeParse(odd).success, odd).toBe(false);
  });

  test('a person by an id without anything odd in it', () => {
    for (const odd of ['', 'a b', 'a\0b', 'a\n', 'é', 'x'.repeat(65)])
      expect(protocol.playerId.safeParse(odd).success, odd).toBe(false);
  });
});

describe('P8: whatever arrives is parsed or refused', () => {
  test.each(schemas)('%s never throws', (_name, schema) => {
    fc.assert(
      fc.property(anything, (value) => {
        const result = schema.safeParse(value);
        expect(typeof result.success).toBe('boolean');
      }),
      { numRuns: cases(60) },
    );
  });

  test('what has been parsed parses again to the same', () => {
    for (const [, schema] of schemas) {
      fc.assert(
        fc.property(anything, (value) => {
          const once = schema.safeParse(value);
          if (once.success) expect(schema.parse(once.data)).toEqual(once.data);
        }),
        { numRuns: cases(30) },
      );
    }
  });

  test('a failure carries a code from the closed list', () => {
    expect(failure.safeParse({ code: 'stale', number: 3 }).success).toBe(true);
    expect(failure.safeParse({ code: 'made-up' }).success).toBe(false);
  });
});

describe('a race code', () => {
  const sign = fc.constantFrom(...CODE_SIGNS);
  const code = fc.array(sign, { minLength: RACE_CODE_LENGTH, maxLength: RACE_CODE_LENGTH });

  test('is read in any case, with blanks and dashes, as people type it', () => {
    const blank = fc.constantFrom('', '', ' ', '-', ' - ');
    fc.assert(
      fc.property(
        code,
        fc.array(fc.tuple(fc.boolean(), blank), { minLength: 6, maxLength: 6 }),
        (signs, how) => {
          const typed = signs
            .map((one, n) => (how[n]![0] ? one.toLowerCase() : one) + how[n]![1])
            .join('');
          if (typed.length <= 32) expect(raceCode.parse(typed)).toBe(signs.join(''));
        },
      ),
    );
  });
  test('has exactly six signs of the thirty-one', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 12 }), (text) => {
        const result = raceCode.safeParse(text);
        const bare = text.toUpperCase().replace(/[\s-]/g, '');
        const isCode = bare.length === 6 && [...bare].every((one) => CODE_SIGNS.includes(one));
        expect(result.success).toBe(isCode);
      }),
    );
    for (const wrong of [
      'ABCDE',
      'ABCDEFG',
      'ABCDE0',
      'ABCDE1',
      'ABCDEI',
      'ABCDEL',
      'ABCDEO',
      '',
    ]) {
      expect(raceCode.safeParse(wrong).success).toBe(false);
    }
  });
});

test('every variant of the registry is one, and nothing else is', () => {
  for (const { variants } of gameList) {
    for (const { id } of variants) expect(variantId.parse(id)).toBe(id);
  }
  for (const wrong of ['', 'bisley', 'Bisley/thirteen', '__proto__', 'bisley/thirteen ']) {
    expect(variantId.safeParse(wrong).success).toBe(false);
  }
});

test('P8: a name of 24 visible characters is no longer than those of any language are', () => {
  for (const name of [
    'ä'.normalize('NFD').repeat(24),
    '🇫🇷'.repeat(24),
    '👍🏽'.repeat(24),
    '1\uFE0F\u20E3'.repeat(24),
    'श्रीकृष्ण त्र्यम्बक',
    '한국어이름'.normalize('NFD'),
  ])
    expect(normaliseName(name), name).toBe(name.normalize('NFC'));
  for (const name of [
    'a'.repeat(25),
    `ก${'ำ'.repeat(300)}`,
    '🏽'.repeat(100),
    '\u1100'.repeat(200),
    `${'क्'.repeat(100)}क`,
  ])
    expect(normaliseName(name), name).toBeNull();
});

test('a name, a path and a hand-over code are normalised without ever throwing', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (text) => {
      const name = normaliseName(text);
      if (name !== null) expect(normaliseName(name)).toBe(name);
      const code = normaliseHandOverCode(text);
      if (code !== null) expect(normaliseHandOverCode(code)).toBe(code);
      const path = localPath.safeParse(text);
      if (path.success) expect(new URL(path.data, 'http://here').host).toBe('here');
    }),
  );
});
