/** What lives as long as the page: notices, the line's state, invitations, what is on stage. */
import type { NewsOf } from '@same-deal/protocol';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { FakeTransport } from '../net/fake-transport.ts';
import { Connection } from './connection.svelte.ts';
import { Invitations } from './invitations.svelte.ts';
import { Notices } from './notices.svelte.ts';
import { Stage } from './stage.svelte.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('notices', () => {
  const textsOf = (notices: Notices) => notices.list.map(({ text }) => text);

  test('are shown for a while, each for its own', () => {
    const notices = new Notices();
    notices.say('one');
    vi.advanceTimersByTime(4_000);
    notices.say('two');
    expect(textsOf(notices)).toEqual(['one', 'two']);
    vi.advanceTimersByTime(2_000);
    expect(textsOf(notices)).toEqual(['two']);
    vi.advanceTimersByTime(4_000);
    expect(textsOf(notices)).toEqual([]);
  });

  test('said again begin their while anew, and stand there once', () => {
    const notices = new Notices();
    notices.say('one');
    notices.say('two');
    vi.advanceTimersByTime(5_000);
    notices.say('one');
    expect(textsOf(notices)).toEqual(['two', 'one']);
    vi.advanceTimersByTime(2_000);
    expect(textsOf(notices)).toEqual(['one']);
  });

  test('are three at most, the latest ones', () => {
    const notices = new Notices();
    for (const text of ['one', 'two', 'three', 'four']) notices.say(text);
    expect(textsOf(notices)).toEqual(['two', 'three', 'four']);
  });

  test('go when they are dismissed, and with the page they were said on', () => {
    const notices = new Notices();
    notices.say('one');
    notices.say('two');
    notices.dismiss(notices.list[0]?.id ?? -1);
    expect(textsOf(notices)).toEqual(['two']);
    notices.clear();
    expect(textsOf(notices)).toEqual([]);
  });
});

describe('the line', () => {
  test('P10: is called lost after a second, and no longer once it is back', () => {
    const transport = new FakeTransport();
    const connection = new Connection();
    const stop = connection.watch(transport);
    expect([connection.line, connection.isLost]).toEqual(['up', false]);
    transport.setLine('down');
    vi.advanceTimersByTime(999);
    expect([connection.line, connection.isLost]).toEqual(['down', false]);
    vi.advanceTimersByTime(1);
    expect(connection.isLost).toBe(true);
    transport.setLine('up');
    expect(connection.isLost).toBe(false);
    transport.setLine('down');
    stop();
    vi.advanceTimersByTime(5_000);
    expect(connection.isLost).toBe(false);
  });

  test('P10: a short loss is not worth a word', () => {
    const transport = new FakeTransport();
    const connection = new Connection();
    connection.watch(transport);
    for (let n = 0; n < 5; n++) {
      transport.setLine('down');
      vi.advanceTimersByTime(900);
      transport.setLine('up');
      vi.advanceTimersByTime(900);
      expect(connection.isLost).toBe(false);
    }
  });
});

describe('invitations', () => {
  const from = (code: string) =>
    ({
      code,
      name: `host of ${code}`,
      variant: 'bisley/thirteen',
    }) as unknown as NewsOf<'race:invited'>;
  function invited() {
    const transport = new FakeTransport();
    const invitations = new Invitations(transport);
    const stop = invitations.listen();
    const ask = (code: string) => transport.emit('race:invited', from(code));
    return { invitations, ask, stop, codes: () => invitations.list.map(({ code }) => code) };
  }

  test('come up on whatever page is open, and wait two minutes', () => {
    const { ask, codes } = invited();
    ask('A');
    vi.advanceTimersByTime(119_999);
    expect(codes()).toEqual(['A']);
    vi.advanceTimersByTime(1);
    expect(codes()).toEqual([]);
  });

  test('to the same lobby are one, and wait from the last asking on', () => {
    const { ask, codes } = invited();
    ask('A');
    vi.advanceTimersByTime(60_000);
    ask('A');
    expect(codes()).toEqual(['A']);
    vi.advanceTimersByTime(60_000);
    expect(codes()).toEqual(['A']);
    vi.advanceTimersByTime(60_000);
    expect(codes()).toEqual([]);
  });

  test('are three at most, and can be turned down', () => {
    const { ask, codes, invitations } = invited();
    for (const code of ['A', 'B', 'C', 'D']) ask(code);
    expect(codes()).toEqual(['B', 'C', 'D']);
    invitations.dismiss('C');
    expect(codes()).toEqual(['B', 'D']);
  });

  test('are heard no more by a page that is gone', () => {
    const { ask, codes, stop } = invited();
    stop();
    ask('A');
    expect(codes()).toEqual([]);
  });
});

test('the page knows whether a table is on it, however many show one', () => {
  const stage = new Stage();
  expect([stage.isTable, stage.isRefusal]).toEqual([false, false]);
  const refused = stage.showRefusal();
  expect([stage.isTable, stage.isRefusal]).toEqual([false, true]);
  refused();
  expect(stage.isRefusal).toBe(false);
  const [one, other] = [stage.showTable(), stage.showTable()];
  one();
  expect(stage.isTable).toBe(true);
  other();
  expect(stage.isTable).toBe(false);
});
