/** What taps, drags and keys mean, whatever the game. */
import { FACE_DOWN, variantOf } from '@same-deal/engine';
import type { PileSpec } from '@same-deal/engine';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  dealingOf,
  draggedFrom,
  idle,
  isMovable,
  litPiles,
  pileOf,
  placesOf,
  stepBoard,
} from './board-state.ts';
import type { BoardEffect, BoardInput, BoardState, BoardTable } from './board-state.ts';

const [one, other, empty, home, otherHome, stock, waste] = [0, 1, 2, 3, 4, 5, 6] as const;
const roles = ['tableau', 'tableau', 'tableau', 'foundation', 'foundation', 'stock', 'waste'];
const slots = variantOf('bisley/thirteen').piles[0];
const specs = roles.map((role, n) => ({ ...slots, name: `${role}${n}`, role }) as PileSpec);

/** A table on which the first two columns have a card, and a stock is to be dealt. */
const table = (places: Readonly<Record<number, readonly number[]>> = {}): BoardTable => ({
  specs,
  piles: [[10, 11], [20], [], [0], [], [FACE_DOWN, FACE_DOWN], []],
  targets: roles.map((_, n) => places[n] ?? []),
  isActive: true,
});

/** A board in somebody's hands. */
class Hands {
  state: BoardState = idle;
  effects: BoardEffect[] = [];
  table: BoardTable;

  constructor(on: BoardTable = table()) {
    this.table = on;
  }

  do(...inputs: BoardInput[]): this {
    for (const input of inputs) {
      const step = stepBoard(this.state, input, this.table);
      this.state = step.state;
      this.effects.push(...step.effects);
    }
    return this;
  }

  press = (pile: number) => this.do({ kind: 'press', pile });
  /** A press and its click. */
  tap = (pile: number) => this.do({ kind: 'press', pile }, { kind: 'tap', pile });
  /** By the keyboard there is no press. */
  enter = (pile: number) => this.do({ kind: 'tap', pile });
  drag = (over: number | undefined, isNear = false) =>
    this.do({ kind: 'drag', at: { over, isNear } });
  drop = (over: number | undefined, isNear = false) =>
    this.do({ kind: 'drop', at: { over, isNear } });

  get selected() {
    return pileOf(this.state.selected, this.table.piles);
  }
  get moves() {
    return this.effects.flatMap((effect) =>
      effect.kind === 'move' ? [[effect.from, effect.to]] : [],
    );
  }
  get remarks() {
    return this.effects.flatMap((effect) => (effect.kind === 'remark' ? [effect.remark] : []));
  }
}

const hands = (places?: Readonly<Record<number, readonly number[]>>) => new Hands(table(places));

describe('a second tap on a card', () => {
  const twice = (places: Readonly<Record<number, readonly number[]>>) =>
    hands(places).tap(one).tap(one);

  test('moves it home where one foundation takes it, whatever else would', () => {
    expect(twice({ [one]: [other, home] }).moves).toEqual([[one, home]]);
  });

  test('moves it to its only place where no foundation takes it', () => {
    expect(twice({ [one]: [other] }).moves).toEqual([[one, other]]);
  });

  test('never chooses between two places: it shows them, and a tap on one moves it there', () => {
    const two = twice({ [one]: [other, empty] });
    expect(two.moves).toEqual([]);
    expect(two.remarks.at(-1)).toBe('choose-place');
    expect(two.selected).toBe(one);
    expect(litPiles(two.state, two.table)).toEqual([other, empty]);
    expect(two.tap(empty).moves).toEqual([[one, empty]]);
  });

  test('says so where no pile takes it', () => {
    const none = twice({});
    expect(none.remarks).toEqual(['selected', 'no-home']);
    expect(none.moves).toEqual([]);
  });

  test('by the key for home it goes home or nowhere', () => {
    const keys = hands({ [one]: [other] }).do({ kind: 'home', pile: one });
    expect(keys.moves).toEqual([]);
    expect(keys.remarks).toEqual(['no-home']);
    // A key that does nothing without a word leaves those who only listen waiting.
    expect(hands().do({ kind: 'home', pile: empty }).remarks).toEqual(['nothing-there']);
  });
});

describe('by one tap, where somebody prefers that,', () => {
  const quick = (places: Readonly<Record<number, readonly number[]>>) =>
    new Hands({ ...table(places), isQuick: true });

  test.each(['tap', 'enter'] as const)('a card goes home, or to its only place: %s', (how) => {
    const home1 = quick({ [one]: [other, home] })[how](one);
    expect([home1.moves, home1.remarks]).toEqual([[[one, home]], []]);
    const only = quick({ [one]: [other] })[how](one);
    expect([only.moves, only.remarks]).toEqual([[[one, other]], []]);
  });

  test.each([
    [[other, empty], 'choose-place'],
    [[home, otherHome], 'choose-home'],
  ] as const)('never chooses between two places, %j: it shows them', (places, said) => {
    const two = quick({ [one]: places }).tap(one);
    expect([two.moves, two.remarks.at(-1)]).toEqual([[], said]);
    expect(litPiles(two.state, two.table)).toEqual(places);
    // A double tap shows them as well.
    two.press(one).do({ kind: 'tap', pile: one, isAgain: true });
    expect(litPiles(two.state, two.table)).toEqual(places);
    expect(two.tap(places[1]).moves).toEqual([[one, places[1]]]);
  });

  test('another card is meant where it is no place for the one in hand', () => {
    const two = quick({ [one]: [home, otherHome], [other]: [empty] });
    expect(two.tap(one).tap(other).moves).toEqual([[other, empty]]);
  });

  test('a card without a place is selected, and a tap elsewhere is refused with its reason', () => {
    const none = quick({}).tap(one);
    expect([none.selected, none.remarks]).toEqual([one, ['selected']]);
    expect(none.tap(empty).moves).toEqual([[one, empty]]);
  });

  test('a double tap moves one card, not the next one too', () => {
    const two = quick({ [one]: [other] }).tap(one);
    two.table = { ...two.table, piles: [[10], [20, 11], [], [0], [], [], []] };
    two.press(one).do({ kind: 'tap', pile: one, isAgain: true });
    expect(two.moves).toEqual([[one, other]]);
    expect(two.selected).toBeUndefined();
    expect(two.tap(one).moves).toHaveLength(2);
  });

  test('a tap on where it went, by who meant to choose that place, moves it no further', () => {
    const two = quick({ [one]: [other] }).tap(one);
    two.table = {
      ...two.table,
      piles: [[10], [20, 11], [], [0], [], [], []],
      targets: two.table.targets.map((_, n) => (n === other ? [empty] : [])),
    };
    expect(two.tap(other).moves).toEqual([[one, other]]);
    expect(two.selected).toBe(other);
    expect(two.tap(other).moves).toEqual([
      [one, other],
      [other, empty],
    ]);
  });

  test('a press that becomes a drag goes where it is dropped', () => {
    const two = quick({ [one]: [other] }).press(one);
    expect(two.drag(empty).drop(empty).moves).toEqual([[one, empty]]);
  });
});

describe('a tap', () => {
  test('selects on press, before the finger is lifted, and says where the card may go', () => {
    const two = hands({ [one]: [other, home] }).press(one);
    expect(two.selected).toBe(one);
    expect(two.remarks).toEqual(['selected']);
    expect(litPiles(two.state, two.table)).toEqual([other, home]);
    two.enter(one);
    expect(two.selected).toBe(one);
    expect(two.moves).toEqual([]);
  });

  test('on a place that takes the selected card plays it there', () => {
    const two = hands({ [one]: [other] })
      .tap(one)
      .tap(other);
    expect(two.moves).toEqual([[one, other]]);
    expect(two.selected).toBeUndefined();
  });

  test('on the selected card plays it home', () => {
    expect(
      hands({ [one]: [other, home] })
        .tap(one)
        .tap(one).moves,
    ).toEqual([[one, home]]);
  });

  test('on a card that no pile wants says so', () => {
    const two = hands({ [one]: [] })
      .tap(one)
      .tap(one);
    expect(two.moves).toEqual([]);
    expect(two.remarks).toEqual(['selected', 'no-home']);
    expect(two.effects.at(-1)).toEqual({ kind: 'shake', pile: one });
    expect(two.selected).toBeUndefined();
  });

  test('on a card that two foundations want lights both, a third puts it back', () => {
    const two = hands({ [one]: [other, home, otherHome] })
      .tap(one)
      .tap(one);
    expect(two.moves).toEqual([]);
    expect(two.remarks.at(-1)).toBe('choose-home');
    expect(litPiles(two.state, two.table)).toEqual([home, otherHome]);
    const chosen = new Hands(two.table);
    chosen.state = two.state;
    expect(chosen.tap(otherHome).moves).toEqual([[one, otherHome]]);
    expect(two.tap(one).remarks.at(-1)).toBe('deselected');
    expect(two.selected).toBeUndefined();
  });

  test('on a wrong place is tried, so that its reason is told', () => {
    const two = hands({ [one]: [home] })
      .tap(one)
      .tap(empty);
    expect(two.moves).toEqual([[one, empty]]);
    expect(two.selected).toBeUndefined();
  });

  test('on another card that can move is tried too, and that one is in hand then, with no word that hides the reason', () => {
    const two = hands({ [one]: [home], [other]: [empty] })
      .tap(one)
      .tap(other);
    expect(two.effects.slice(1)).toEqual([
      { kind: 'move', from: one, to: other },
      { kind: 'remark', remark: 'selected-instead', pile: other },
    ]);
    expect(two.selected).toBe(other);
  });

  test('on an empty place is tried, and nothing is in hand then, whatever may be thought to go from there', () => {
    const two = hands({ [one]: [home], [empty]: [home] })
      .tap(one)
      .tap(empty);
    expect(two.moves).toEqual([[one, empty]]);
    expect(two.remarks).toEqual(['selected']);
    expect(two.state).toEqual(idle);
  });

  test('on nothing says so', () => {
    expect(hands().tap(empty).remarks).toEqual(['nothing-there']);
    expect(hands().tap(home).remarks).toEqual(['nothing-there']);
  });

  test('by the keyboard means the same, without a press', () => {
    expect(
      hands({ [one]: [home] })
        .enter(one)
        .enter(one).moves,
    ).toEqual([[one, home]]);
    expect(
      hands({ [one]: [other] })
        .enter(one)
        .enter(other).moves,
    ).toEqual([[one, other]]);
  });

  test('does nothing on a table that is only to be looked at', () => {
    const two = new Hands({ ...table({ [one]: [home] }), isActive: false });
    two.tap(one).tap(stock).do({ kind: 'deal' }, { kind: 'home', pile: one });
    expect(two.effects).toEqual([]);
    expect(two.state).toEqual(idle);
  });
});

describe('an advised move', () => {
  const advised = { from: one, to: home };
  const places = { [one]: [home], [other]: [one, empty, home], [stock]: [waste] };
  /** Somebody has taken the second column's card before the advice came. */
  const advisedHands = () => {
    const two = hands(places).tap(other);
    two.table = { ...two.table, advised };
    return two.do({ kind: 'advised' });
  };

  test('puts back what was selected, without a word over its own', () => {
    const two = advisedHands();
    expect(two.selected).toBeUndefined();
    expect(two.remarks).toEqual(['selected']);
  });

  test.each([
    ['the card it names', one],
    ['the place it names', home],
  ])('is played by a tap on %s', (_, pile) => {
    expect(advisedHands().tap(pile).moves).toEqual([[one, home]]);
    expect(advisedHands().enter(pile).moves).toEqual([[one, home]]);
  });

  test('is played by a tap on its card whatever was taken since', () => {
    expect(advisedHands().tap(other).tap(one).moves).toEqual([[one, home]]);
  });

  test('leaves its place to a card that was taken since', () => {
    expect(advisedHands().tap(other).tap(home).moves).toEqual([[other, home]]);
  });

  test('leaves all other taps and drags as they are', () => {
    expect(advisedHands().tap(other).selected).toBe(other);
    expect(advisedHands().tap(stock).moves).toEqual([[stock, waste]]);
    expect(advisedHands().press(one).drag(empty).drop(empty).moves).toEqual([[one, empty]]);
  });

  test('that comes during a drag does not end it', () => {
    const two = hands(places).press(other).drag(empty).do({ kind: 'advised' });
    expect(draggedFrom(two.state, two.table.piles)).toBe(other);
    expect(two.drop(empty).moves).toEqual([[other, empty]]);
  });

  test('that comes between a press and its tap is what the tap is about', () => {
    const two = hands(places).press(one);
    two.table = { ...two.table, advised };
    expect(two.do({ kind: 'advised' }).enter(one).moves).toEqual([[one, home]]);
  });
});

describe('the stock', () => {
  test('deals at a tap, and at the key, selected card or not', () => {
    expect(hands({ [stock]: [waste] }).tap(stock).moves).toEqual([[stock, waste]]);
    expect(
      hands({ [one]: [other] })
        .tap(one)
        .tap(stock).moves,
    ).toEqual([[stock, waste]]);
    expect(hands().do({ kind: 'deal' }).moves).toEqual([[stock, waste]]);
  });

  test('when it is empty asks for the waste back', () => {
    const two = hands();
    two.table = { ...two.table, piles: [[10], [20], [], [0], [], [], [30, 31]] };
    expect(dealingOf(two.table.specs, two.table.piles)).toEqual({ from: waste, to: stock });
    expect(two.tap(stock).moves).toEqual([[waste, stock]]);
  });

  test.each([false, true])(
    'ALH-8: takes the waste back only when it is asked itself, and not as the place of the waste card; one tap: %s',
    (isQuick) => {
      const two = new Hands({ ...table({ [waste]: [stock] }), isQuick });
      two.table = { ...two.table, piles: [[10], [20], [], [0], [], [], [30, 31]] };
      two.tap(waste);
      expect(litPiles(two.state, two.table)).toEqual([]);
      two.tap(waste);
      expect(two.moves).toEqual([]);
      expect(two.remarks.at(-1)).toBe('no-home');
      expect(two.tap(waste).tap(stock).moves).toEqual([[waste, stock]]);
    },
  );

  test('ALH-8: leaves a waste card its own places, also where the waste may go back', () => {
    const places = { [one]: [home], [waste]: [stock, home] };
    const two = new Hands({ ...table(places), piles: [[10], [20], [], [0], [], [], [30, 31]] });
    expect(placesOf(two.table, waste)).toEqual([home]);
    two.tap(one).tap(waste);
    two.table = { ...two.table, targets: table({ [one]: [home], [waste]: [stock] }).targets };
    // Refused, and the waste card has no place to be in hand for.
    expect(new Hands(two.table).tap(one).tap(waste).selected).toBeUndefined();
  });

  test('of a game without a waste gives its card to be taken', () => {
    const two = new Hands({
      ...table({ [stock]: [one] }),
      specs: specs.slice(0, waste),
      piles: [[10], [20], [], [0], [], [FACE_DOWN, 40]],
    });
    expect(two.do({ kind: 'deal' }).selected).toBe(stock);
    expect(two.tap(one).moves).toEqual([[stock, one]]);
  });

  test('that a game does not have is said not to be there, when the key asks for it', () => {
    const none = new Hands({ ...table(), specs: specs.slice(0, stock), piles: [[10], [20], []] });
    expect(none.do({ kind: 'deal' }).remarks).toEqual(['nothing-there']);
  });

  test('shows no face, and cannot be selected', () => {
    const two = hands();
    two.table = {
      ...two.table,
      specs: specs.map((spec, n) => (n === waste ? slots : spec) as PileSpec),
    };
    expect(two.tap(stock).remarks).toEqual(['nothing-there']);
  });
});

describe('a drag', () => {
  test('drops its card where it is let go', () => {
    const two = hands({ [one]: [other] })
      .press(one)
      .drag(one, true)
      .drag(other);
    expect(draggedFrom(two.state, two.table.piles)).toBe(one);
    expect(litPiles(two.state, two.table)).toEqual([other]);
    expect(two.drop(other).moves).toEqual([[one, other]]);
    expect(two.state).toEqual(idle);
  });

  test('to a place that does not take it is tried, so that its reason is told', () => {
    expect(hands().press(one).drag(other).drop(other).moves).toEqual([[one, other]]);
  });

  test('off and back is no move, and puts the card back', () => {
    const two = hands({ [one]: [other, home] })
      .press(one)
      .drag(other)
      .drag(one, true)
      .drop(one, true);
    expect(two.moves).toEqual([]);
    expect(two.remarks).toEqual(['selected', 'deselected']);
    expect(two.state).toEqual(idle);
  });

  test('along its own pile and no further is no move either, nor a tap', () => {
    const two = hands({ [one]: [home] })
      .tap(one)
      .press(one)
      .drag(one, false)
      .drop(one, false);
    expect(two.moves).toEqual([]);
    expect(two.state).toEqual(idle);
  });

  test('that goes on over the same place changes nothing, so that a frame costs no more than its card', () => {
    const hands = new Hands(table({ [one]: [other] })).press(one).drag(other);
    const { state } = hands;
    expect(hands.drag(other).state).toBe(state);
    expect(hands.drag(undefined).state).toBe(state);
    expect(litPiles(idle, hands.table)).toBe(litPiles(idle, hands.table));
  });

  test('beside everything is no move', () => {
    const two = hands({ [one]: [other] })
      .press(one)
      .drag(undefined)
      .drop(undefined);
    expect(two.moves).toEqual([]);
    expect(two.state).toEqual(idle);
  });

  test('that only slips within the card is a tap: the first selects, the second plays', () => {
    const slip = (two: Hands) => two.press(one).drag(one, true).drop(one, true);
    const two = slip(hands({ [one]: [home] }));
    expect(two.selected).toBe(one);
    expect(two.remarks).toEqual(['selected']);
    expect(slip(two).moves).toEqual([[one, home]]);
  });

  test('is bound to the card that was grasped: when it has gone, no other one moves', () => {
    const two = hands({ [one]: [other, home] })
      .press(one)
      .drag(other);
    // Collecting, or another device, has taken the card from under the finger.
    two.table = { ...two.table, piles: [[10], [20], [], [0, 11], [], [], []] };
    expect(draggedFrom(two.state, two.table.piles)).toBeUndefined();
    expect(litPiles(two.state, two.table)).toEqual([]);
    two.drag(other).drop(other);
    expect(two.moves).toEqual([]);
    expect(two.selected).toBeUndefined();
  });

  test('a press whose card has gone does not take the next one at its click', () => {
    const two = hands({ [one]: [home] }).press(one);
    two.table = { ...two.table, piles: [[10], [20], [], [0, 11], [], [], []] };
    two.enter(one);
    expect(two.selected).toBeUndefined();
    expect(two.moves).toEqual([]);
  });

  test('that is interrupted leaves things as they were before the press', () => {
    const fresh = hands({ [one]: [other] })
      .press(one)
      .drag(other)
      .do({ kind: 'let-go' });
    expect(fresh.state).toEqual(idle);
    const before = hands({ [one]: [other] })
      .tap(one)
      .press(one)
      .drag(other)
      .do({ kind: 'let-go' });
    expect(before.selected).toBe(one);
    expect(draggedFrom(before.state, before.table.piles)).toBeUndefined();
    expect(before.moves).toEqual([]);
  });

  test('of what cannot be lifted moves nothing', () => {
    for (const pile of [empty, home]) {
      expect(isMovable(table(), pile)).toBe(false);
      expect(hands().press(pile).drag(one).drop(one).effects).toEqual([]);
    }
    expect(isMovable(table({ [home]: [otherHome] }), home)).toBe(true);
  });
});

describe('keys', () => {
  test('send home what is selected, else the pile that has the focus', () => {
    const homes = { [one]: [home], [other]: [home] };
    expect(hands(homes).do({ kind: 'home', pile: other }).moves).toEqual([[other, home]]);
    expect(hands(homes).tap(one).do({ kind: 'home', pile: other }).moves).toEqual([[one, home]]);
    expect(hands().do({ kind: 'home', pile: stock }).effects).toEqual([]);
    expect(hands().do({ kind: 'home', pile: home }).remarks).toEqual(['deselected']);
  });

  test('put back what is in hand, if anything is', () => {
    const two = hands({ [one]: [other] }).tap(one);
    const { state, effects } = stepBoard(two.state, { kind: 'cancel' }, two.table);
    expect(effects).toEqual([{ kind: 'remark', remark: 'deselected', pile: one }]);
    expect(stepBoard(state, { kind: 'cancel' }, two.table).effects).toEqual([]);
    const dragged = hands().press(other).drag(undefined);
    expect(dragged.do({ kind: 'cancel' }).remarks.at(-1)).toBe('deselected');
    expect(dragged.state).toEqual(idle);
  });
});

test('whatever is done, nothing but a top card is ever moved, and never onto itself', () => {
  const pile = fc.nat(6);
  const at = fc.record({ over: fc.option(pile, { nil: undefined }), isNear: fc.boolean() });
  const input: fc.Arbitrary<BoardInput> = fc.oneof(
    fc.record({ kind: fc.constantFrom('press' as const, 'tap' as const, 'home' as const), pile }),
    fc.record({ kind: fc.constantFrom('drag' as const, 'drop' as const), at }),
    fc.record({ kind: fc.constantFrom('let-go' as const, 'deal' as const, 'cancel' as const) }),
  );
  fc.assert(
    fc.property(fc.array(input), fc.uniqueArray(pile), (inputs, takes) => {
      const two = hands(Object.fromEntries(takes.map((n) => [n, takes.filter((to) => to !== n)])));
      two.do(...inputs);
      for (const [from, to] of two.moves) {
        expect(from).not.toBe(to);
        expect(two.table.piles[from ?? -1]?.length || from === waste).toBeTruthy();
      }
    }),
  );
});
