/** A question to the service, asked as often as need be. */
import type { Answer } from '@same-deal/protocol';
import { expect, test } from 'vitest';
import { Asked } from './asked.svelte.ts';

const answered = (data: string): Answer<string> => ({ ok: true, data });
const refused: Answer<string> = { ok: false, error: { code: 'unavailable' } };

test('what came stays where it cannot be had again, and a failure goes with the next answer', async () => {
  const answers = [refused, answered('one'), refused, answered('two')];
  const asked = new Asked(async () => answers.shift() ?? refused);
  await asked.load();
  expect(asked).toMatchObject({ data: undefined, failure: { code: 'unavailable' } });
  await asked.load();
  expect(asked).toMatchObject({ data: 'one', failure: undefined });
  await asked.load();
  expect(asked).toMatchObject({ data: 'one', failure: { code: 'unavailable' } });
  await asked.load();
  expect(asked).toMatchObject({ data: 'two', failure: undefined });
});

test('an answer that is overtaken, or no longer wanted, says nothing', async () => {
  const answers: ((answer: Answer<string>) => void)[] = [];
  const asked = new Asked<string>(() => new Promise((resolve) => answers.push(resolve)));
  const loads = [asked.load(), asked.load()];
  answers[1]?.(answered('later'));
  answers[0]?.(answered('sooner'));
  await Promise.all(loads);
  expect(asked.data).toBe('later');
  const last = asked.load();
  asked.forget();
  answers[2]?.(answered('of somebody else'));
  await last;
  expect(asked.data).toBeUndefined();
});
