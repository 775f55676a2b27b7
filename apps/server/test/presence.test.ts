import { describe, expect, test } from 'vitest';
import { createPresence } from '../src/race/presence.ts';

/** Presence, and the races in which it changed. */
function presenceOfNode() {
  const changes: string[] = [];
  return { presence: createPresence((code) => changes.push(code)), changes };
}

describe('presence', () => {
  test('is of people, not of their connections', () => {
    const { presence } = presenceOfNode();
    presence.enter('RACE', 'tab 1', 'anna', 'home');
    presence.enter('RACE', 'tab 2', 'anna', 'home');
    presence.exit('RACE', 'tab 1');
    expect([...presence.in('RACE')]).toEqual(['anna']);
    presence.drop('tab 2');
    expect([...presence.in('RACE')]).toEqual([]);
    expect(presence.isHere('RACE')).toBe(false);
  });

  test('is known by race, and by person', () => {
    const { presence } = presenceOfNode();
    presence.enter('RACE', 'tab 1', 'anna', 'home');
    presence.enter('MORE', 'tab 1', 'anna', 'home');
    presence.enter('RACE', 'tab 2', 'ben', 'home');
    expect([...presence.in('RACE')]).toEqual(['anna', 'ben']);
    expect(presence.racesOf('anna').sort()).toEqual(['MORE', 'RACE']);
    presence.drop('tab 1');
    expect([...presence.in('RACE')]).toEqual(['ben']);
    expect(presence.racesOf('anna')).toEqual([]);
    expect(presence.isHere('MORE')).toBe(false);
  });

  test('every coming and going is news, once, and of its race alone', () => {
    const { presence, changes } = presenceOfNode();
    presence.enter('RACE', 'tab 1', 'anna', 'home');
    presence.enter('RACE', 'tab 1', 'anna', 'home');
    presence.enter('MORE', 'tab 1', 'anna', 'home');
    expect(changes).toEqual(['RACE', 'MORE']);
    presence.exit('RACE', 'tab 9');
    presence.exit('NONE', 'tab 1');
    expect(changes).toHaveLength(2);
    presence.drop('tab 1');
    presence.drop('tab 1');
    expect(changes).toEqual(['RACE', 'MORE', 'RACE', 'MORE']);
  });

  test('is unpublished from a change until what was read after it is published', () => {
    const { presence } = presenceOfNode();
    presence.enter('RACE', 'tab 1', 'anna', 'home');
    expect(presence.isUnpublished('RACE')).toBe(true);
    const published = presence.publishing('RACE');
    presence.enter('RACE', 'tab 2', 'ben', 'home');
    published();
    expect(presence.isUnpublished('RACE'), 'Ben has come since it was read').toBe(true);
    const publishedBoth = presence.publishing('RACE');
    expect(presence.isUnpublished('RACE'), 'it may yet fail').toBe(true);
    publishedBoth();
    published();
    expect(presence.isUnpublished('RACE')).toBe(false);
    presence.drop('tab 2');
    expect(presence.isUnpublished('RACE')).toBe(true);
    presence.drop('tab 1');
    expect(presence.isUnpublished('RACE'), 'nobody is there').toBe(false);
  });

  test('somebody who goes leaves the others there, and nothing behind', () => {
    const { presence } = presenceOfNode();
    for (let n = 0; n < 300; n++)
      presence.enter(`RACE ${n % 60}`, `tab ${n}`, `person ${n}`, 'home');
    expect(presence.in('RACE 7').size).toBe(5);
    for (let n = 0; n < 299; n++) presence.drop(`tab ${n}`);
    expect(presence.racesOf('person 299')).toEqual(['RACE 59']);
    expect(
      Array.from({ length: 60 }, (_, n) => presence.isHere(`RACE ${n}`)).filter(Boolean),
    ).toEqual([true]);
  });
});
