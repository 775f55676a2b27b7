/** What becomes of a race when somebody in it is deleted. */
import { unwrap } from '@same-deal/engine';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { NOBODYS_NAME } from '../src/names/stand-ins.ts';
import { withoutPerson } from '../src/people/departure.ts';
import * as rules from '../src/race/race.ts';
import { settings } from './support/race-values.ts';

test('a lobby whose host goes is handed on to a person, and not to a sparring partner', () => {
  const standIn = { id: 'nobody', name: NOBODYS_NAME };
  const opened = rules.openRace(settings, { id: 'anna', name: 'Anna' }, 1);
  const withPartner = unwrap(rules.addPartner(opened, 'anna', 1, 2));
  const lobby = unwrap(rules.join(withPartner, { id: 'ben', name: 'Ben' }, 3));
  expect(withoutPerson(lobby, 'anna', standIn).hostId).toBe('ben');
  const left = withoutPerson(withPartner, 'anna', standIn);
  expect(left.hostId).toBe(standIn.id);
  expect(unwrap(rules.join(left, { id: 'cora', name: 'Cora' }, 4)).hostId).toBe('cora');
});

test('what becomes of a race is the same race but for the one who goes', () => {
  const ids = ['anna', 'ben', 'cleo'];
  const standIn = { id: 'nobody', name: NOBODYS_NAME };
  fc.assert(
    fc.property(
      fc.subarray(ids, { minLength: 1 }),
      fc.constantFrom(...ids),
      fc.boolean(),
      (seated, id, isStarted) => {
        const players = seated.map((one) => ({ id: one, name: `I am ${one}`, ready: false }));
        const race: rules.Race = {
          ...rules.openRace(settings, { id: seated[0]!, name: '' }, 1),
          players,
          start: isStarted
            ? {
                dealId: 'd',
                commitment: 'c',
                difficulty: null,
                startsAt: 1,
                closesAt: 2,
                plays: Object.fromEntries(
                  seated.map((one) => [one, `play of one of ${seated.length}`]),
                ),
              }
            : null,
          settledAt: isStarted ? 3 : null,
        };
        const after = withoutPerson(race, id, standIn);
        expect(JSON.stringify(after)).not.toContain(id);
        expect(rules.raceValue.parse(after)).toEqual(after);
        const others = seated.filter((one) => one !== id);
        for (const one of others) expect(JSON.stringify(after)).toContain(`I am ${one}`);
        expect(after.players).toHaveLength(isStarted ? seated.length : others.length);
        if (!seated.includes(id)) expect(after).toEqual(race);
      },
    ),
  );
});
