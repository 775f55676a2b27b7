import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { loadErrorWords } from '../messages/error-text.svelte.ts';
import { errors } from '../messages/errors.en.ts';
import { peopleWords } from '../messages/people.en.ts';
import { FakeTransport } from '../net/fake-transport.ts';
import { raceAgain } from './race-again.ts';

beforeAll(loadErrorWords);
beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const ben = { id: 'b', name: 'Ben' };
function page() {
  return { router: { go: vi.fn() }, notices: { say: vi.fn() } };
}
const opening = () =>
  new FakeTransport().answer('race:create', () => ({ ok: true, data: { code: 'ABC234' } }));

test('asks the other into a new lobby, and goes there', async () => {
  const { router, notices } = page();
  const transport = opening().answer('race:invite', () => ({ ok: true, data: {} }) as never);
  await raceAgain(ben, 'bisley/thirteen', { transport, router, notices } as never);
  expect(transport.sent).toEqual([
    { name: 'race:create', request: { variant: 'bisley/thirteen' } },
    { name: 'race:invite', request: { code: 'ABC234', personId: 'b' } },
  ]);
  expect(router.go).toHaveBeenCalledExactlyOnceWith('/race/ABC234');
  // The notices of the former page go with it.
  expect(notices.say).not.toHaveBeenCalled();
  vi.runAllTimers();
  expect(notices.say).toHaveBeenCalledExactlyOnceWith(peopleWords.asked('Ben'));
});

test('P8: goes there also if the other could not be asked: the link is there for them', async () => {
  const { router, notices } = page();
  const transport = opening().refuse('race:invite', 'not-found');
  await raceAgain(ben, 'bisley/thirteen', { transport, router, notices } as never);
  vi.runAllTimers();
  expect(router.go).toHaveBeenCalledOnce();
  expect(notices.say).toHaveBeenCalledExactlyOnceWith(errors['not-found']);
});

test('P8: stays where it is if no lobby could be opened, and says why', async () => {
  const { router, notices } = page();
  const transport = new FakeTransport().refuse('race:create', 'too-many-requests');
  await raceAgain(ben, 'bisley/thirteen', { transport, router, notices } as never);
  expect(router.go).not.toHaveBeenCalled();
  expect(notices.say).toHaveBeenCalledExactlyOnceWith(errors['too-many-requests']);
});
