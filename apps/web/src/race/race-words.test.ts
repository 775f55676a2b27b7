/** What a race says as it goes: its countdown, its standings aloud, its result in a few words. */
import type { PlayEnding, RacePlayer } from '@same-deal/protocol';
import { describe, expect, test, vi } from 'vitest';
import { loadErrorWords } from '../messages/error-text.svelte.ts';
import { errors } from '../messages/errors.en.ts';
import { ordinal } from '../messages/page.en.ts';
import { changeWords } from '../messages/changes.en.ts';
import { resultWords } from '../messages/result.en.ts';
import { announce, nothingSaid } from './announce.ts';
import { comparison } from './comparison.ts';
import { secondsLeft } from './countdown.ts';
import { headline } from './headline.ts';
import { apartText, behindOf, marginOf, tieBreakOf } from './margin.ts';
import type { RaceSession } from './race-session.svelte.ts';
import type { StandingRow } from './race-state.ts';
import { goToRematch } from './rematch.ts';
import { standingsText } from './standings-text.ts';

function row(name: string, more: Partial<StandingRow> = {}): StandingRow {
  return {
    player: { id: name, name } as RacePlayer,
    seat: 2,
    isYou: false,
    place: 1,
    cardsHome: 0,
    moves: 0,
    undos: 0,
    suitsHome: 0,
    ending: null,
    elapsedMs: null,
    ...more,
  };
}

describe('a race against sparring partners', () => {
  const partner = (more: Partial<StandingRow>) => ({
    ...row('Steady partner', more),
    player: { id: 'partner-2', name: 'Steady partner', partner: 2 } as RacePlayer,
  });
  const you = row('Anna', { isYou: true, cardsHome: 20 });

  test('says who was ahead, and never that the computer has won a race of people', () => {
    expect(headline([partner({ cardsHome: 30 }), you])).toBe(resultWords.sparringLost);
    expect(headline([you, partner({ cardsHome: 10 })])).toBe(resultWords.sparringWon);
    const ben = row('Ben', { place: 2, cardsHome: 10 });
    expect(headline([partner({ cardsHome: 30 }), you, ben])).toBe(resultWords.youWon);
    expect(headline([row('Anna', { isYou: true }), partner({})])).toBe(resultWords.nobody);
  });
});

describe('the countdown', () => {
  test('P7: shows full seconds left, rounded up, down to nothing', () => {
    const shown = [5_000, 4_999, 4_001, 4_000, 1, 0, -500].map((left) => secondsLeft(left, 0));
    expect(shown).toEqual([5, 5, 5, 4, 1, 0, 0]);
  });

  test('P7: never shows more than it has, however late or early the clock is', () => {
    expect(secondsLeft(9_000, 0)).toBe(5);
    expect(secondsLeft(9_000, 0, 10)).toBe(9);
    expect(secondsLeft(null, 0)).toBe(5);
  });
});

describe('P11: the standings are read out', () => {
  const total = 52;
  const rows = (theirs: number, ending: PlayEnding | null = null, mine = 0) => [
    row('Ben', { cardsHome: theirs, ending }),
    row('Anna', { isYou: true, cardsHome: mine, place: 2 }),
  ];

  test('when another player is half-way home, once', () => {
    expect(announce(nothingSaid, rows(25), total).text).toBe('');
    const half = announce(nothingSaid, rows(26), total);
    expect(half.text).toBe('Ben is half-way home.');
    expect(announce(half.said, rows(40), total).text).toBe('');
  });

  test('with whose suit was home first, once, unless it was one’s own', () => {
    const suits = (theirs: number, mine: number) => [
      row('Ben', { suitsHome: theirs }),
      row('Anna', { isYou: true, suitsHome: mine }),
    ];
    const first = announce(nothingSaid, suits(1, 0), total);
    expect(first.text).toBe('Ben has the first suit home.');
    expect(announce(first.said, suits(2, 0), total).text).toBe('');
    const own = announce(nothingSaid, suits(0, 1), total);
    expect(own.text).toBe('');
    expect(announce(own.said, suits(1, 1), total).text).toBe('');
  });

  test('with who is done, once', () => {
    const ended = announce(nothingSaid, rows(26, 'won'), total);
    expect(ended.text).toBe(changeWords.hasFinished('Ben', 'won'));
    expect(announce(ended.said, rows(26, 'won'), total).text).toBe('');
  });

  test('never what one has done oneself', () => {
    expect(announce(nothingSaid, rows(0, null, 51), total).text).toBe('');
  });

  test('whole when they are asked for, with one’s own place', () => {
    expect(standingsText(rows(7, null, 2))).toBe('1: Ben, 7 home; 2: you, 2 home.');
    expect(standingsText([row('Ben', { place: null })])).toBe('Ben, 0 home.');
    expect(standingsText(rows(7, 'conceded', 2))).toBe('1: Ben, 7 home, gave up; 2: you, 2 home.');
  });
});

describe('the result in a few words', () => {
  const you = (more: Partial<StandingRow>) => row('Anna', { isYou: true, cardsHome: 9, ...more });

  test('names the winner, or says it was you', () => {
    const ben = row('Ben', { place: 1, cardsHome: 12 });
    expect(headline([ben, you({ place: 2 })])).toBe(resultWords.winner('Ben'));
    expect(headline([you({ place: 1 }), row('Ben', { place: 2 })])).toBe(resultWords.youWon);
  });

  test('shares a shared place', () => {
    const [ben, cleo] = [row('Ben', { cardsHome: 9 }), row('Cleo', { cardsHome: 9 })];
    expect(headline([ben, cleo])).toBe(resultWords.winners(['Ben', 'Cleo']));
    expect(headline([ben, you({})])).toBe(resultWords.youShare);
  });

  test('calls nobody a winner who has brought no card home', () => {
    expect(headline([row('Ben'), you({ place: 2, cardsHome: 0 })])).toBe(resultWords.nobody);
    expect(headline([])).toBe(resultWords.nobody);
    expect(headline([row('Ben', { ending: 'won' })])).toBe(resultWords.winner('Ben'));
  });
});

describe('a first place by a tie-break', () => {
  const at = (name: string, cardsHomeAtMs: number, more: Partial<StandingRow> = {}) => ({
    ...row(name, { cardsHome: 2, moves: 10, ending: 'conceded', ...more }),
    player: { id: name, name, progress: { cardsHomeAtMs } } as RacePlayer,
  });
  const second = { place: 2 };

  test('is no win for somebody who has given up', () => {
    const rows = [at('Ben', 1_000), at('Anna', 2_000, { ...second, isYou: true })];
    expect(headline(rows)).toBe('Ben came first');
    expect(headline([at('Anna', 1_000, { isYou: true }), at('Ben', 2_000, second)])).toBe(
      'You came first',
    );
    expect(headline([at('Ben', 1_000, { ending: 'cap' }), at('Cleo', 0, second)])).toBe('Ben wins');
  });

  test('says what told them apart: playing on, then the time, then the moves', () => {
    const ben = at('Ben', 5_000);
    expect(tieBreakOf([{ ...ben, ending: 'stuck' }, at('Anna', 1_000, second)])).toEqual({
      by: 'playing-on',
    });
    expect(tieBreakOf([ben, at('Anna', 17_500, second)])).toEqual({ by: 'time', ms: 12_500 });
    expect(tieBreakOf([ben, at('Anna', 5_000, { ...second, moves: 13 })])).toEqual({
      by: 'moves',
      moves: 3,
    });
  });

  test('is none where cards, the time of winning, or nothing told them apart', () => {
    const ben = at('Ben', 5_000);
    expect(tieBreakOf([ben, at('Anna', 1, { ...second, cardsHome: 1 })])).toBeUndefined();
    expect(tieBreakOf([ben, at('Anna', 5_000)])).toBeUndefined();
    const won = { ending: 'won', elapsedMs: 5_000 } as const;
    expect(tieBreakOf([at('Ben', 5, won), at('Anna', 6, { ...second, ...won })])).toBeUndefined();
    expect(tieBreakOf([ben])).toBeUndefined();
  });
});

describe('the rematch', () => {
  const page = () => ({ router: { go: vi.fn() }, notices: { say: vi.fn() } });
  describe('the two tables side by side', () => {
    const you = (more: Partial<StandingRow> = {}) => {
      const one = row('Anna', { isYou: true, moves: 5, cardsHome: 3, ...more });
      return { ...one, player: { ...one.player, playId: 'hers' } };
    };
    const ben = (more: Partial<StandingRow> = {}) => {
      const one = row('Ben', { moves: 5, cardsHome: 3, ...more });
      return { ...one, player: { ...one.player, playId: 'his' } };
    };

    test('say where you diverged', () => {
      const path = '/compare/hers/his';
      expect(comparison([you(), ben({ moves: 6 })])).toEqual({ path, text: resultWords.parted });
      expect(comparison([ben({ cardsHome: 4 }), you()])).toEqual({
        path,
        text: resultWords.parted,
      });
    });

    test('but not where all moves may have been the same', () => {
      expect(comparison([you(), ben()])?.text).toBe('Side by side with Ben');
    });

    test('and are not offered where somebody has not moved', () => {
      expect(comparison([you(), ben({ moves: 0 })])).toBeUndefined();
      expect(comparison([ben(), you({ moves: 0 })])).toBeUndefined();
      expect(comparison([ben()])).toBeUndefined();
    });
  });

  test('takes one to the race that was opened or found', async () => {
    const { router, notices } = page();
    const race = { ask: async () => ({ ok: true, data: { code: 'NEW234' } }) };
    await goToRematch(race as unknown as RaceSession, { router, notices } as never);
    expect(router.go).toHaveBeenCalledExactlyOnceWith('/race/NEW234');
    expect(notices.say).not.toHaveBeenCalled();
  });

  test('P8: that is refused says why', async () => {
    await loadErrorWords();
    const { router, notices } = page();
    const race = { ask: async () => ({ ok: false, error: { code: 'race-not-settled' } }) };
    await goToRematch(race as unknown as RaceSession, { router, notices } as never);
    expect(router.go).not.toHaveBeenCalled();
    expect(notices.say).toHaveBeenCalledExactlyOnceWith(errors['race-not-settled']);
  });
});

describe('a win says by how much', () => {
  test('a margin is told in seconds while it is less than a minute, and is never nothing', () => {
    expect([20, 770, 12_999, 60_000, 187_460].map(apartText)).toEqual([
      '0.1 s',
      '0.7 s',
      '12.9 s',
      '1:00.0',
      '3:07.4',
    ]);
  });

  const won = (elapsedMs: number) => ({ ending: 'won', cardsHome: 48, elapsedMs }) as const;

  test('in time, where the next has brought all cards home too', () => {
    const rows = [row('Anna', won(200_000)), row('Ben', { place: 2, ...won(262_500) })];
    expect(marginOf(rows)).toEqual({ name: 'Ben', by: { ms: 62_500 } });
  });

  test('else in cards', () => {
    const rows = [row('Anna', won(200_000)), row('Ben', { place: 2, cardsHome: 40 })];
    expect(marginOf(rows)).toEqual({ name: 'Ben', by: { cards: 8 } });
  });

  test('and nothing where the place is shared, the cards are as many, or nobody else was there', () => {
    expect(marginOf([row('Anna'), row('Ben')])).toBeUndefined();
    expect(marginOf([row('Anna'), row('Ben', { place: 2 })])).toBeUndefined();
    expect(marginOf([row('Anna')])).toBeUndefined();
    expect(marginOf([row('Anna', { place: null })])).toBeUndefined();
  });

  test('P10: who came later is told by how much, by the first place', () => {
    const first = row('Anna', won(200_000));
    const later = (more: object) => row('Ben', { place: 3, isYou: true, ...more });
    const rows = (more: object) => [first, row('Cleo', { place: 2, ...won(201_000) }), later(more)];
    expect(behindOf(rows(won(262_500)))).toEqual({ name: 'Anna', by: { ms: 62_500 } });
    expect(behindOf(rows({ cardsHome: 40 }))).toEqual({ name: 'Anna', by: { cards: 8 } });
    expect(behindOf([row('Anna', { ...won(200_000), isYou: true })])).toBeUndefined();
  });

  test('places are ordinals', () => {
    const places = [1, 2, 3, 4, 11, 12, 13, 21, 22, 101, 111].map(ordinal);
    expect(places.join(' ')).toBe('1st 2nd 3rd 4th 11th 12th 13th 21st 22nd 101st 111th');
    expect(resultWords.yourPlace(2, 2)).toBe('You finished 2nd of 2.');
  });

  test('who gave up is named', () => {
    expect(resultWords.gaveUp(['Otter'])).toBe('Otter gave up.');
    expect(resultWords.gaveUp(['Anna', 'Ben', 'Cleo'])).toBe('Anna, Ben and Cleo gave up.');
    expect(changeWords.hasFinished('Otter', 'conceded')).toBe('Otter gave up.');
  });
});
