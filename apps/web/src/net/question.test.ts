/** Answers come when they come: late, in another order, or to a question that nobody asks any more. */
import { expect, test } from 'vitest';
import { Question } from './question.ts';

/** A question, what was taken, and the way to answer the n-th time that it was asked. */
function asking() {
  const taken: string[] = [];
  const answers: ((answer: string) => void)[] = [];
  const question = new Question<string>(
    () => new Promise((resolve) => answers.push(resolve)),
    (answer) => taken.push(answer),
  );
  return { question, taken, answers };
}

test('P8: each answer is taken, however often it was asked again meanwhile', async () => {
  const { question, taken, answers } = asking();
  const asked = [question.ask(), question.ask(), question.ask()];
  for (const [n, answer] of answers.entries()) {
    answer(`${n}`);
    await asked[n];
  }
  expect(taken).toEqual(['0', '1', '2']);
});

test('but not one that a later one has overtaken, nor one about something else', async () => {
  const { question, taken, answers } = asking();
  const asked = [question.ask(), question.ask()];
  answers[1]?.('later');
  answers[0]?.('sooner');
  await Promise.all(asked);
  expect(taken).toEqual(['later']);
  const last = question.ask();
  question.forget();
  answers[2]?.('of somebody else');
  await last;
  expect(taken).toEqual(['later']);
});

test('who asks again because nothing has been heard waits for what is under way', async () => {
  const { question, taken, answers } = asking();
  const first = question.ask();
  expect(question.askAgain()).toBe(first);
  expect(answers).toHaveLength(1);
  question.forget();
  const second = question.askAgain();
  expect(answers).toHaveLength(2);
  answers[0]?.('of somebody else');
  await first;
  expect(question.askAgain()).toBe(second);
  answers[1]?.('heard');
  await second;
  expect(taken).toEqual(['heard']);
  void question.askAgain();
  expect(answers).toHaveLength(3);
});
