import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { clockFrom } from '../src/clock.ts';
import { createPresence } from '../src/race/presence.ts';
import type { PresenceReport } from '../src/race/presence.ts';

const clock = clockFrom(() => Date.now());
beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** Nodes that hear each other, as long as they live. */
function nodes(...names: string[]) {
  const living = new Map<string, ReturnType<typeof createPresence>>();
  const changes: string[] = [];
  const reports: string[] = [];
  const hearAll = (report: PresenceReport) => {
    reports.push(report.node);
    for (const [name, presence] of living) if (name !== report.node) presence.hear(report);
  };
  const start = (name: string) => {
    const presence = createPresence(name, clock, hearAll, (code) =>
      changes.push(`${name} ${code}`),
    );
    living.set(name, presence);
    return presence;
  };
  const die = (name: string) => {
    living.get(name)?.stop();
    living.delete(name);
  };
  return { all: names.map(start), start, die, changes, reports };
}

describe('presence', () => {
  test('is of people, not of their connections', () => {
    const [a] = nodes('a').all;
    a!.enter('RACE', 'tab 1', 'anna');
    a!.enter('RACE', 'tab 2', 'anna');
    a!.exit('RACE', 'tab 1');
    expect([...a!.in('RACE')]).toEqual(['anna']);
    a!.drop('tab 2');
    expect([...a!.in('RACE')]).toEqual([]);
    expect(a!.isHere('RACE')).toBe(false);
  });

  test('is known on every node, and of whom', () => {
    const [a, b] = nodes('a', 'b').all;
    a!.enter('RACE', 'tab 1', 'anna');
    a!.enter('MORE', 'tab 1', 'anna');
    vi.advanceTimersByTime(100);
    expect([...b!.in('RACE')]).toEqual(['anna']);
    expect(b!.racesOf('anna').sort()).toEqual(['MORE', 'RACE']);
    a!.drop('tab 1');
    vi.advanceTimersByTime(100);
    expect([...b!.in('RACE')]).toEqual([]);
    expect(b!.racesOf('anna')).toEqual([]);
  });

  test('a node that dies takes its people along after fifteen seconds, and that is news', () => {
    const { all, die, changes } = nodes('a', 'b');
    all[0]!.enter('RACE', 'tab 1', 'anna');
    vi.advanceTimersByTime(100);
    die('a');
    changes.length = 0;
    vi.advanceTimersByTime(14_000);
    expect([...all[1]!.in('RACE')]).toEqual(['anna']);
    vi.advanceTimersByTime(10_000);
    expect([...all[1]!.in('RACE')]).toEqual([]);
    expect(changes).toEqual(['b RACE']);
  });

  test('a node that lives and has nobody new is not forgotten', () => {
    const { all } = nodes('a', 'b');
    all[0]!.enter('RACE', 'tab 1', 'anna');
    vi.advanceTimersByTime(120_000);
    expect([...all[1]!.in('RACE')]).toEqual(['anna']);
  });

  test('a new node learns who is where as soon as it speaks', () => {
    const { all, start } = nodes('a');
    all[0]!.enter('RACE', 'tab 1', 'anna');
    vi.advanceTimersByTime(1000);
    const late = start('late');
    late.enter('RACE', 'tab 9', 'ben');
    vi.advanceTimersByTime(200);
    expect([...late.in('RACE')].sort()).toEqual(['anna', 'ben']);
  });

  test('hundreds who come at once are one report', () => {
    const { all, reports } = nodes('a', 'b');
    for (let n = 0; n < 300; n++) all[0]!.enter(`RACE ${n % 60}`, `tab ${n}`, `person ${n}`);
    vi.advanceTimersByTime(100);
    expect(reports.filter((node) => node === 'a')).toHaveLength(1);
    expect(all[1]!.in('RACE 7').size).toBe(5);
  });
});
