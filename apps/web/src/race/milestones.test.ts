import { describe, expect, test } from 'vitest';
import { courseBefore, milestones } from './milestones.ts';
import type { Course, Milestone } from './milestones.ts';
import type { StandingRow } from './race-state.ts';

const row = (
  id: string,
  cardsHome: number,
  ending: StandingRow['ending'] = null,
  suitsHome = 0,
): StandingRow => ({
  player: { id, name: id, ready: true, away: false, playId: null, progress: null } as never,
  seat: 2,
  isYou: id === 'you',
  place: null,
  cardsHome,
  moves: 0,
  undos: 0,
  suitsHome,
  ending,
  elapsedMs: null,
});

const TOTAL = 52;

/** What is said over several looks at the standings, each best first. */
function said(...looks: StandingRow[][]): Milestone[] {
  let course: Course = courseBefore;
  return looks.flatMap((rows) => {
    const step = milestones(course, rows, TOTAL);
    course = step.course;
    return step.news;
  });
}

const passed = (name: string) => ({ kind: 'passed-you', id: name, name });

describe('what is said of a race while it is run', () => {
  test('that somebody has passed you, once, however often places change', () => {
    const behind = [row('you', 5), row('pelican', 4)];
    const ahead = [row('pelican', 6), row('you', 5)];
    expect(said(behind, ahead, behind, ahead)).toEqual([passed('pelican')]);
  });

  test('that you lead, once, and not at the very beginning', () => {
    const last = [row('pelican', 2), row('otter', 1), row('you', 0)];
    const second = [row('pelican', 4), row('you', 3), row('otter', 1)];
    const first = [row('you', 5), row('pelican', 4), row('otter', 1)];
    expect(said(last, second, first, second, first)).toEqual([
      { kind: 'you-lead' },
      passed('pelican'),
    ]);
    expect(said([row('pelican', 0), row('you', 0)], [row('you', 1), row('pelican', 0)])).toEqual(
      [],
    );
  });

  test('nothing of the first look, of who is done, or to who is done', () => {
    expect(said([row('pelican', 9), row('you', 1)])).toEqual([]);
    expect(
      said([row('you', 5), row('pelican', 4)], [row('pelican', 48, 'won'), row('you', 5)]),
    ).toEqual([]);
    expect(
      said([row('you', 5), row('pelican', 4)], [row('pelican', 8), row('you', 5, 'conceded')]),
    ).toEqual([]);
  });

  test('nothing to who only watches', () => {
    expect(
      said([row('otter', 5), row('pelican', 4)], [row('pelican', 6), row('otter', 5)]),
    ).toEqual([]);
  });

  test('who is half-way home, each once, and who had the first suit home; never what was so before', () => {
    const half = (...ids: string[]) => ids.map((id) => ({ kind: 'half-way', id, name: id }));
    const before = [row('otter', 25), row('you', 25), row('pelican', 20)];
    const halves = [row('otter', 27), row('you', 26), row('pelican', 20)];
    const suits = [row('otter', 30, null, 1), row('you', 27), row('pelican', 26, null, 1)];
    expect(said(before, halves, suits, suits)).toMatchObject([
      ...half('otter', 'you'),
      { kind: 'first-suit', name: 'otter', isYou: false },
      ...half('pelican'),
    ]);
    expect(said(suits, suits), 'a page that was loaded anew').toEqual([]);
    const over = [row('otter', 52, 'won', 4), row('you', 30)];
    expect(said(before, over), 'a win says it all').toMatchObject(half('you'));
  });
});
