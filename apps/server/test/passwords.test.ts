import { PASSWORD_MAX, PASSWORD_MIN } from '@same-deal/protocol';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { hashPassword, passwordMistake, verifyPassword } from '../src/auth/passwords.ts';

describe('which passwords are allowed (NIST SP 800-63B)', () => {
  test.each([
    ['short', 'too-short'],
    ['x'.repeat(14), 'too-short'],
    // Fourteen letters, however many code units they take.
    ['o\u0308'.repeat(14), 'too-short'],
    ['four words and a card'.padEnd(PASSWORD_MAX + 1, 'abcdefg'), 'too-long'],
    ['passwordpassword', 'common'],
    ['PasswordPassword', 'common'],
    ['qwertyuiop12345', 'common'],
    ['aaaaaaaaaaaaaaaaaaaa', 'predictable'],
    ['letmein letmein letmein', 'predictable'],
    ['samedeal-samedeal', 'predictable'],
    ['Same Deal 2026!!!', 'predictable'],
    ['anna.karenina.anna.k', 'predictable'],
    ['abcdefghijklmnopqrst', 'predictable'],
    ['9876543210987654', 'predictable'],
    ['                    ', 'predictable'],
  ])('%j is refused as %s', async (password, mistake) => {
    expect(await passwordMistake(password, 'anna.karenina')).toBe(mistake);
  });

  test.each([
    'four words and a card',
    'correct horse battery',
    'vier Wörter für Karten',
    '四つの単語とカード一枚でできた長い合言葉',
    '🂡 🂢 🂣 and other cards',
    'kJ8#mQ2!vX9@pL4z',
    'x'.repeat(7) + ' and so on and on',
  ])('%j is allowed: no rule of composition', async (password) => {
    expect(await passwordMistake(password, 'anna')).toBeUndefined();
  });

  test('length alone decides between too short and too long, in characters of the normal form', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'grapheme', maxLength: 160 }), async (password) => {
        const length = [...password.normalize('NFKC')].length;
        const mistake = await passwordMistake(password, 'anna');
        expect(mistake === 'too-short').toBe(length < PASSWORD_MIN);
        expect(mistake === 'too-long').toBe(length > PASSWORD_MAX);
      }),
    );
  });
});

describe('how passwords are kept', () => {
  test('however a keyboard composes its letters, it is the same password', async () => {
    const hash = await hashPassword('vier Wo\u0308rter und eine');
    expect(await verifyPassword('vier W\u00f6rter und eine', hash)).toBe(true);
    expect(await verifyPassword('vier Worter und eine', hash)).toBe(false);
  });

  test('never twice the same, and readable when the cost is raised', async () => {
    const [one, two] = await Promise.all([hashPassword('the same'), hashPassword('the same')]);
    expect(one).not.toBe(two);
    // Made with a lower cost, as an older release may have.
    const older = 'scrypt$10$8$1$c2FsdHNhbHRzYWx0c2FsdA$';
    const { scryptSync } = await import('node:crypto');
    const key = scryptSync('the same', 'saltsaltsaltsalt', 32, { N: 1024, r: 8, p: 1 });
    expect(await verifyPassword('the same', older + key.toString('base64url'))).toBe(true);
  });

  test('where there is nothing to compare with it is wrong, after the same work', async () => {
    expect(await verifyPassword('anything', null)).toBe(false);
  });
});
