/** The machine behind a table: every phase, what leads out of it, and what is asked and sent on the way. */
import { encodeEntry, legalMoves } from '@same-deal/engine';
import type { Entry } from '@same-deal/engine';
import type { ErrorCode, Failure } from '@same-deal/protocol';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cases } from '../../../../tools/scale.ts';
import { RETRY_LEAST_MS, RETRY_MOST_MS } from '../net/back-off.ts';
import { stepPlay } from './play-line.ts';
import { canAct, newPlayState } from './play-state.ts';
import type { Phase, PlayEffect, PlayInput, PlayState } from './play-state.ts';
import { FakeService } from './testing/fake-service.ts';

const NOW = 1_000;

/** A machine that remembers all it has wanted. */
class Machine {
  state: PlayState = newPlayState;
  wanted: PlayEffect[] = [];
  now = NOW;

  /** What that led to. */
  step(input: PlayInput): readonly PlayEffect[] {
    const { state, effects } = stepPlay(this.state, input, this.now);
    this.state = state;
    this.wanted.push(...effects);
    return effects;
  }

  get phase(): Phase {
    return this.state.phase;
  }

  get waiting(): number {
    return this.state.log?.waiting.length ?? 0;
  }

  opened(service: FakeService, replaces = false) {
    const { round } = this.state;
    return this.step({ kind: 'opened', snapshot: service.snapshot(), round, replaces, kept: [] });
  }

  refused(code: ErrorCode, more: Partial<Failure> = {}, n = 0) {
    const item = this.state.log?.waiting[n];
    if (!item) throw new Error('nothing waits');
    return this.step({ kind: 'refused', item, error: { code, ...more }, round: this.state.round });
  }
}

const bisley = () => FakeService.dealing('bisley/thirteen', '17');

/** At an open table. */
function atTable(service = bisley()): Machine {
  const machine = new Machine();
  machine.step({ kind: 'line', line: 'up' });
  machine.step({ kind: 'begin' });
  machine.opened(service);
  return machine;
}

function legal(machine: Machine, n = 0): Entry {
  const position = machine.state.log?.shown.position;
  const move = position && legalMoves(position)[n];
  if (!move) throw new Error('no move');
  return move;
}

const act = (machine: Machine, entry = legal(machine)) => machine.step({ kind: 'act', entry });
const kinds = (effects: readonly PlayEffect[]) => effects.map(({ kind }) => kind);
const emitted = (effects: readonly PlayEffect[]) =>
  effects.flatMap((effect) => (effect.kind === 'emit' ? [effect.event] : []));

describe('opening', () => {
  test('asks for the table once, also while the line is only being built up', () => {
    const machine = new Machine();
    expect(machine.step({ kind: 'line', line: 'connecting' })).toEqual([]);
    expect(machine.step({ kind: 'begin' })).toEqual([{ kind: 'open', round: 1, replaces: false }]);
    expect(machine.step({ kind: 'line', line: 'up' })).toEqual([]);
    expect(machine.phase).toBe('opening');
    machine.opened(bisley());
    expect(machine.phase).toBe('open');
    expect(canAct(machine.state)).toBe(true);
  });

  test('P6: of somebody who has signed out, asks anew once there is a line again, whosever it is', () => {
    const machine = atTable();
    expect(machine.step({ kind: 'line', line: 'connecting' })).toEqual([]);
    expect(machine.phase).toBe('offline');
    expect(kinds(machine.step({ kind: 'line', line: 'up' }))).toEqual(['open']);
  });

  test('without a line waits for it', () => {
    const machine = new Machine();
    machine.step({ kind: 'line', line: 'down' });
    expect(machine.step({ kind: 'begin' })).toEqual([]);
    expect(machine.phase).toBe('offline');
    expect(kinds(machine.step({ kind: 'line', line: 'up' }))).toEqual(['open']);
  });

  test('entries made meanwhile go out when it is done', () => {
    const machine = atTable();
    act(machine);
    machine.refused('internal');
    expect(machine.phase).toBe('opening');
    expect(kinds(act(machine))).toEqual(['emit']);
    expect(kinds(act(machine))).toEqual(['emit']);
    expect(kinds(machine.opened(bisley(), true))).toEqual(['send', 'send']);
  });

  test('an answer to an earlier one says nothing', () => {
    const machine = atTable();
    machine.step({ kind: 'line', line: 'down' });
    machine.step({ kind: 'line', line: 'up' });
    const { state } = machine;
    const late = { round: state.round - 1, kept: [], replaces: false };
    machine.step({ kind: 'opened', snapshot: bisley().snapshot(), ...late });
    machine.step({ kind: 'open-refused', error: { code: 'not-found' }, round: late.round });
    expect(machine.state).toBe(state);
  });

  test('of a table that cannot be had has failed, until the line is built up anew', () => {
    const machine = new Machine();
    machine.step({ kind: 'begin' });
    machine.step({ kind: 'open-refused', error: { code: 'forbidden' }, round: 1 });
    expect(machine.phase).toBe('failed');
    expect(machine.state.failure).toEqual({ code: 'forbidden' });
    expect(machine.step({ kind: 'retry' })).toEqual([]);
    machine.step({ kind: 'line', line: 'down' });
    expect(kinds(machine.step({ kind: 'line', line: 'up' }))).toEqual(['open']);
    machine.opened(bisley());
    expect(machine.state.failure).toBeUndefined();
  });

  test('a table that the service sends by itself needs none', () => {
    const machine = new Machine();
    machine.step({ kind: 'sent', snapshot: bisley().snapshot(), kept: [] });
    expect(machine.phase).toBe('open');
    expect(machine.step({ kind: 'line', line: 'up' })).toEqual([]);
    expect(kinds(act(machine))).toEqual(['emit', 'send']);
  });
});

describe('pausing', () => {
  test('a service that cannot answer is asked again, ever more rarely, and soon again once it has answered', () => {
    const machine = atTable();
    act(machine);
    const waits: number[] = [];
    const note = (effects: readonly PlayEffect[]) => {
      for (const effect of effects) if (effect.kind === 'retry-in') waits.push(effect.ms);
    };
    note(machine.refused('unavailable'));
    for (let n = 0; n < 5; n++) {
      expect(machine.phase).toBe('pausing');
      expect(kinds(machine.step({ kind: 'retry' }))).toEqual(['open']);
      const { round } = machine.state;
      note(machine.step({ kind: 'open-refused', error: { code: 'unavailable' }, round }));
    }
    expect(waits).toEqual([500, 1000, 2000, 4000, RETRY_MOST_MS, RETRY_MOST_MS]);
    machine.step({ kind: 'retry' });
    const service = bisley();
    machine.opened(service);
    const [first] = machine.state.log?.waiting ?? [];
    const answer = first && service.take(first.entry, first.number);
    if (answer?.ok) machine.step({ kind: 'acknowledged', accepted: answer.data });
    expect(machine.state.retryMs).toBe(RETRY_LEAST_MS);
  });

  test('as long as the service has asked for', () => {
    const machine = atTable();
    act(machine);
    expect(machine.refused('too-many-requests', { retryAfterMs: 3_000 })).toEqual([
      { kind: 'retry-in', ms: 3_000 },
    ]);
  });

  test('is over at once when the line is built up anew, and a retry then asks nothing more', () => {
    const machine = atTable();
    act(machine);
    machine.refused('unavailable');
    machine.step({ kind: 'line', line: 'down' });
    expect(machine.phase).toBe('offline');
    expect(machine.step({ kind: 'retry' })).toEqual([]);
    expect(kinds(machine.step({ kind: 'line', line: 'up' }))).toEqual(['open']);
    expect(machine.step({ kind: 'retry' })).toEqual([]);
  });

  test('refusals of what was sent before it are not heard twice', () => {
    const machine = atTable();
    act(machine);
    act(machine);
    const [, second] = machine.state.log?.waiting ?? [];
    const { round } = machine.state;
    machine.refused('unavailable');
    if (!second) throw new Error('nothing waits');
    const again = { kind: 'refused', item: second, error: { code: 'unavailable' }, round } as const;
    expect(machine.step(again)).toEqual([]);
    expect(machine.waiting).toBe(2);
  });
});

test('P4: a service that goes wrong when the table is asked for anew drops nothing that waits', () => {
  const machine = atTable();
  act(machine);
  machine.step({ kind: 'line', line: 'down' });
  machine.step({ kind: 'line', line: 'up' });
  const { round } = machine.state;
  machine.step({ kind: 'open-refused', error: { code: 'internal' }, round });
  expect(machine.phase).toBe('pausing');
  expect(machine.waiting).toBe(1);
  expect(machine.state.failure).toBeUndefined();
});

test('a table that cannot be had for now is said to be so, is asked for again, and then is there', () => {
  const machine = new Machine();
  machine.step({ kind: 'begin' });
  const { round } = machine.state;
  machine.step({ kind: 'open-refused', error: { code: 'unavailable' }, round });
  expect(machine.state).toMatchObject({ phase: 'pausing', failure: { code: 'unavailable' } });
  expect(kinds(machine.step({ kind: 'retry' }))).toEqual(['open']);
  machine.opened(bisley());
  expect(machine.state).toMatchObject({ phase: 'open', failure: undefined });
});

describe('a refusal', () => {
  test.each(['illegal-move', 'nothing-to-undo', 'undo-not-allowed'] as const)(
    'of the rules, %s, takes the entry back and needs no look at the log',
    (code) => {
      const machine = atTable();
      act(machine);
      const effects = machine.refused(code);
      expect(emitted(effects)).toEqual([{ kind: 'refused', refusal: { code }, takenBack: true }]);
      expect(kinds(effects)).toEqual(['emit']);
      expect(machine.waiting).toBe(0);
      expect(machine.phase).toBe('open');
    },
  );

  test.each(['not-started', 'time-is-up', 'play-ended', 'log-full', 'internal'] as const)(
    'for any other reason, %s, takes it back and looks',
    (code) => {
      const machine = atTable();
      act(machine);
      expect(kinds(machine.refused(code))).toEqual(['emit', 'open']);
      expect(machine.wanted.at(-1)).toMatchObject({ replaces: true });
      expect(machine.waiting).toBe(0);
    },
  );

  test('keeps what was played before it', () => {
    const machine = atTable();
    act(machine);
    act(machine);
    act(machine);
    machine.refused('illegal-move', {}, 1);
    expect(machine.waiting).toBe(1);
  });

  test('says which rule', () => {
    const machine = atTable();
    act(machine);
    const rejection = { code: 'wrong-suit', from: 1, to: 2 } as const;
    expect(emitted(machine.refused('illegal-move', { rejection }))[0]).toMatchObject({
      refusal: { code: 'illegal-move', rejection },
    });
  });

  test('P5: stale gives up all that waits, and looks', () => {
    const machine = atTable();
    act(machine);
    act(machine);
    const effects = machine.refused('stale', { number: 4 });
    expect(emitted(effects)).toEqual([{ kind: 'overtaken' }]);
    expect(kinds(effects)).toEqual(['emit', 'open']);
    expect(machine.waiting).toBe(0);
  });

  test('by the page itself sends nothing', () => {
    const machine = atTable();
    const effects = act(machine, { from: 0, to: 0 });
    expect(emitted(effects)).toMatchObject([{ kind: 'refused', takenBack: false }]);
    expect(kinds(effects)).toEqual(['emit']);
    const watching = new Machine();
    const snapshot = { ...bisley().snapshot(), isYours: false };
    watching.step({ kind: 'sent', snapshot, kept: [] });
    expect(emitted(act(watching))).toMatchObject([{ refusal: { code: 'not-yours' } }]);
    expect(canAct(watching.state)).toBe(false);
  });
});

describe('an answer', () => {
  test('to an entry that was given up makes this page look', () => {
    const service = bisley();
    const machine = atTable(service);
    const mine = legal(machine);
    act(machine, mine);
    machine.refused('illegal-move');
    const answer = service.take(mine, 1);
    if (!answer.ok) throw new Error(answer.error.code);
    const effects = machine.step({ kind: 'acknowledged', accepted: answer.data });
    expect(effects).toMatchObject([{ kind: 'open', replaces: true }]);
  });

  test('that is late counts, whatever was asked since', () => {
    const service = bisley();
    const machine = atTable(service);
    const mine = legal(machine);
    act(machine, mine);
    machine.refused('unavailable');
    const answer = service.take(mine, 1);
    if (!answer.ok) throw new Error(answer.error.code);
    machine.step({ kind: 'acknowledged', accepted: answer.data });
    expect(machine.waiting).toBe(0);
    expect(machine.state.log?.acknowledged.entries).toBe(1);
  });

  test('keeps the second by which the next one is due', () => {
    const service = bisley();
    const machine = atTable(service);
    expect(machine.state.waitingSince).toBeNull();
    act(machine);
    machine.now += 400;
    act(machine);
    expect(machine.state.waitingSince).toBe(NOW);
    machine.now += 400;
    const [first] = machine.state.log?.waiting ?? [];
    const answer = first && service.take(first.entry, 1);
    if (answer?.ok) machine.step({ kind: 'acknowledged', accepted: answer.data });
    expect(machine.state.waitingSince).toBe(NOW + 800);
    machine.refused('illegal-move');
    expect(machine.state.waitingSince).toBeNull();
  });

  test('that wins ends the play and stops its clock', () => {
    const service = bisley();
    const machine = atTable(service);
    act(machine, 'concede');
    const answer = service.take('concede', 1);
    if (!answer.ok) throw new Error(answer.error.code);
    const accepted = { ...answer.data, elapsedMs: 4_200 };
    const effects = machine.step({ kind: 'acknowledged', accepted });
    expect(emitted(effects)).toEqual([{ kind: 'ended', ending: 'conceded' }]);
    expect(machine.state.clock.stoppedAt).toBe(4_200);
    expect(emitted(act(machine, { from: 8, to: 0 }))).toMatchObject([
      { refusal: { code: 'play-ended' } },
    ]);
  });
});

describe('the end', () => {
  test('is told once, though the cap and the log both say it', () => {
    const machine = atTable();
    expect(emitted(machine.step({ kind: 'ended', ending: 'cap' }))).toHaveLength(1);
    expect(machine.step({ kind: 'ended', ending: 'cap' })).toEqual([]);
    const service = bisley();
    service.ending = 'cap';
    machine.step({ kind: 'sent', snapshot: service.snapshot(), kept: [] });
    expect(machine.wanted.filter(({ kind }) => kind === 'emit')).toHaveLength(1);
  });

  test('by the log is at its last entry, by the cap when it came', () => {
    const service = bisley();
    const machine = new Machine();
    service.take('concede', 1);
    const snapshot = { ...service.snapshot(), elapsedMs: 90_000 };
    machine.step({ kind: 'sent', snapshot, kept: [] });
    expect(machine.state.clock.stoppedAt).toBe(0);
    const capped = new Machine();
    const running = bisley();
    running.elapsedMs = 5_000;
    running.take(legal(atTable(running)), 1);
    const closed = { ...running.snapshot(), elapsedMs: 90_000, ending: 'cap' as const };
    capped.step({ kind: 'sent', snapshot: closed, kept: [] });
    expect(capped.state.clock.stoppedAt).toBe(90_000);
  });

  test('leaves nothing waiting', () => {
    const service = bisley();
    const machine = atTable(service);
    act(machine);
    machine.step({ kind: 'line', line: 'down' });
    machine.step({ kind: 'line', line: 'up' });
    service.ending = 'cap';
    machine.opened(service);
    expect(machine.waiting).toBe(0);
    expect(canAct(machine.state)).toBe(false);
  });
});

test('hints are counted up, never down by a table that was on its way', () => {
  const machine = atTable();
  machine.step({ kind: 'hinted', hints: 3 });
  machine.step({ kind: 'sent', snapshot: bisley().snapshot(), kept: [] });
  expect(machine.state.hints).toBe(3);
});

test('a table that was left does nothing more, whatever comes', () => {
  const service = bisley();
  const machine = atTable(service);
  act(machine);
  machine.step({ kind: 'close' });
  const { state } = machine;
  machine.wanted = [];
  machine.step({ kind: 'line', line: 'down' });
  machine.step({ kind: 'line', line: 'up' });
  machine.step({ kind: 'retry' });
  act(machine);
  machine.opened(service);
  expect(machine.state).toBe(state);
  expect(machine.wanted).toEqual([]);
});

/** The service as far as this needs it: what is sent arrives or not, and is answered or not. */
test('P4 P5 P10: whatever the line does, all that was played counts exactly once, in order', () => {
  const happening = fc.constantFrom(
    'act',
    'arrive',
    'answer',
    'lose',
    'cut',
    'back',
    'busy',
    'retry',
  );
  fc.assert(
    fc.property(fc.array(happening, { maxLength: 60 }), (story) => {
      const service = bisley();
      const machine = atTable(service);
      let sent: PlayEffect[] = [];
      let answers: PlayInput[] = [];
      const run = (input: PlayInput) => sent.push(...machine.step(input));
      const arrive = () => {
        for (const effect of sent.splice(0, 1)) {
          if (effect.kind === 'open') {
            const { round, replaces } = effect;
            answers.push({
              kind: 'opened',
              snapshot: service.snapshot(),
              round,
              replaces,
              kept: [],
            });
          } else if (effect.kind === 'send') {
            const { item, round } = effect;
            const answer = service.take(item.entry, item.number);
            answers.push(
              answer.ok
                ? { kind: 'acknowledged', accepted: answer.data }
                : { kind: 'refused', item, error: answer.error, round },
            );
          }
        }
      };
      const answer = () => answers.splice(0, 1).forEach(run);
      const played: number[] = [];
      const happen: Record<(typeof story)[number], () => void> = {
        act: () => {
          const before = machine.state.log?.shown.entries;
          const entry = played.length % 3 === 2 ? 'undo' : legal(machine);
          run({ kind: 'act', entry });
          if (machine.state.log?.shown.entries !== before) played.push(encodeEntry(entry));
        },
        arrive,
        answer,
        lose: () => void answers.splice(0, 1),
        cut: () => {
          sent = [];
          answers = [];
          run({ kind: 'line', line: 'down' });
        },
        back: () => run({ kind: 'line', line: 'up' }),
        busy: () => {
          const [item] = machine.state.log?.waiting ?? [];
          const { round } = machine.state;
          if (item) run({ kind: 'refused', item, error: { code: 'unavailable' }, round });
        },
        retry: () => run({ kind: 'retry' }),
      };
      for (const one of story) happen[one]();
      // In the end the line holds.
      happen.cut();
      happen.back();
      while (sent.length > 0 || answers.length > 0) {
        arrive();
        answer();
      }
      expect(machine.waiting).toBe(0);
      expect(service.log.map(({ entry }) => entry)).toEqual(played);
      expect(machine.state.log?.acknowledged.entries).toBe(played.length);
      expect(machine.state.inControl).toBe(true);
      expect(emitted(machine.wanted).some(({ kind }) => kind === 'overtaken')).toBe(false);
    }),
    { numRuns: cases(200) },
  );
});
