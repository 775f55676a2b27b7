import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cases } from '../../../tools/scale.ts';
import { drawOf, pick, randomDeal, valueOf } from '../test/positions.ts';
import { after, atHome, table } from '../test/tables.ts';
import { slowVariants } from '../test/slow-rules.ts';
import {
  cardsHome,
  decodeEntry,
  encodeEntry,
  enter,
  formatPosition,
  legalMoves,
  LOG_LIMIT,
  mersenneDraw,
  newGame,
  openPlay,
  parseMove,
  playMove,
  redoMove,
  replay,
  shuffledPack,
  turnedUpBy,
  undoPolicies,
  undoRejection,
  unwrap,
  variantOf,
  viewOf,
} from './index.ts';
import type { Entry, Play, Position, UndoPolicy } from './index.ts';

const seeds = fc.integer({ min: 1, max: 2 ** 32 - 1 });
const variants = fc.constantFrom(...slowVariants);
const policies = fc.constantFrom(...undoPolicies);

/** Enters moves, undos, redos and a rare concede at random. */
function randomPlay(variant: string, policy: UndoPolicy, seed: number, entries: number) {
  const draw = drawOf(seed);
  const start = openPlay(randomDeal(variant, draw), policy);
  const log: Entry[] = [];
  const plays = [start];
  let play = start;
  while (log.length < entries && !play.ending) {
    const kind = draw(9);
    const entry: Entry | undefined =
      kind < 3
        ? 'undo'
        : kind < 5
          ? redoMove(play)
          : draw(999) === 0
            ? 'concede'
            : pick(legalMoves(play.position), draw);
    const next = entry && enter(play, entry);
    if (!entry || !next?.ok) continue;
    log.push(entry);
    plays.push((play = next.value));
  }
  return { start, log, plays, play };
}

/** What the log comes to, told from its beginning: the moves still standing, and their table. */
function slowFold(start: Position, log: readonly Entry[]) {
  const standing: { position: Position; turned: boolean; entry: number }[] = [];
  let moves = 0;
  let undos = 0;
  for (const [n, entry] of log.entries()) {
    const before = standing.at(-1)?.position ?? start;
    if (entry === 'concede') continue;
    if (entry === 'undo') {
      standing.pop();
      undos++;
      continue;
    }
    const position = valueOf(playMove(before, entry));
    standing.push({ position, turned: hasTurned(before, position), entry: n + 1 });
    moves++;
  }
  const last = standing.at(-1)?.position ?? start;
  const home = cardsHome(last);
  const reached = standing.find(({ position }) => cardsHome(position) === home);
  return {
    position: last,
    moves,
    undos,
    home,
    homeSince: home === cardsHome(start) ? 0 : reached?.entry,
    turned: standing.at(-1)?.turned,
  };
}

/** Whether a stock card turned up: the shown stock card, or the cards dealt to the waste, changed. */
function hasTurned(before: Position, next: Position): boolean {
  const rules = variantOf(before.variant);
  const stock = rules.piles.findIndex(({ role }) => role === 'stock');
  if (stock < 0) return false;
  const left = (position: Position) => position.piles[stock]?.length ?? 0;
  return left(before) !== left(next) && !(rules.stockTopFaceUp && left(next) === 0);
}

const shown = (play: Play) => [formatPosition(play.position), play.cardsHome, play.homeSince];

describe('a log', () => {
  it('replays to the live play, whatever was undone and redone', () => {
    fc.assert(
      fc.property(variants, policies, seeds, (variant, policy, seed) => {
        const { start, log, play } = randomPlay(variant, policy, seed, 60);
        const codes = log.map(encodeEntry);
        const folded = valueOf(replay(start, codes.map(decodeEntry)));
        expect(folded.position).toEqual(play.position);
        expect(folded).toMatchObject({
          entries: play.entries,
          moves: play.moves,
          undos: play.undos,
          homeSince: play.homeSince,
        });
        const slow = slowFold(start.position, log);
        expect(formatPosition(play.position)).toBe(formatPosition(slow.position));
        expect(play).toMatchObject({
          entries: log.length,
          moves: slow.moves,
          undos: slow.undos,
          cardsHome: slow.home,
          homeSince: slow.homeSince,
        });
        if (!play.ending && policy === 'bounded') {
          expect(undoRejection(play)?.code === 'undo-crosses-turned-card').toBe(
            slow.turned === true,
          );
        }
      }),
      { numRuns: cases(400) },
    );
  });

  it('undo is the inverse of a move, and a redo of an undo', () => {
    fc.assert(
      fc.property(variants, seeds, (variant, seed) => {
        const draw = drawOf(seed);
        let play = openPlay(randomDeal(variant, draw), 'free');
        for (let n = 0; n < 40 && !play.ending; n++) {
          const move = pick(legalMoves(play.position), draw);
          if (!move) break;
          const moved = valueOf(enter(play, move));
          if (moved.ending) break;
          const undone = valueOf(enter(moved, 'undo'));
          expect(undone.position).toEqual(play.position);
          expect(shown(undone)).toEqual(shown(play));
          expect(redoMove(undone)).toEqual(move);
          const redone = valueOf(enter(undone, redoMove(undone) ?? 'undo'));
          expect(formatPosition(redone.position)).toBe(formatPosition(moved.position));
          expect(redone.moves).toBe(play.moves + 2);
          play = redone;
        }
      }),
      { numRuns: cases(60) },
    );
  });

  it('takes back any number of moves, on a view as on the whole table, and goes on from there', () => {
    fc.assert(
      fc.property(variants, seeds, (variant, seed) => {
        const draw = drawOf(seed);
        let play = openPlay(randomDeal(variant, draw), 'free');
        let seen = openPlay(viewOf(play.position), 'free');
        const tables: Position[] = [];
        const forward = () => {
          const move = pick(legalMoves(play.position), draw);
          const next = move && valueOf(enter(play, move));
          if (!move || !next || next.ending) return;
          seen = valueOf(enter(seen, move, turnedUpBy(play.position, move, next.position)));
          tables.push(play.position);
          play = next;
        };
        const back = () => {
          const before = tables.pop();
          if (!before) return;
          [play, seen] = [valueOf(enter(play, 'undo')), valueOf(enter(seen, 'undo'))];
          expect(play.position).toEqual(before);
          expect(seen.position).toEqual(viewOf(before));
        };
        for (let turn = 0; turn < 4; turn++) {
          for (let left = draw(40); left > 0; left--) forward();
          for (let left = draw(30); left > 0; left--) back();
        }
        while (tables.length > 0) back();
      }),
      { numRuns: cases(60) },
    );
  });

  it('keeps what can be redone until another move is played', () => {
    const start = openPlay(
      table('bisley/thirteen', 't12', {
        faC: 'AC',
        faS: 'AS',
        faH: 'AH',
        faD: 'AD',
        t0: '2C',
        t1: '2S',
        t12: '2H',
      }),
      'free',
    );
    const at = (text: string) => parseMove('bisley/thirteen', text) ?? 'undo';
    const play = valueOf(replay(start, [at('t0>faC'), at('t1>faS'), 'undo', 'undo']));
    expect(redoMove(play)).toEqual(at('t0>faC'));
    expect(redoMove(valueOf(enter(play, at('t0>faC'))))).toEqual(at('t1>faS'));
    expect(redoMove(valueOf(enter(play, at('t1>faS'))))).toBeUndefined();
    expect(enter(valueOf(replay(start, [])), 'undo')).toEqual({
      ok: false,
      reason: { code: 'nothing-to-undo' },
    });
  });

  it('bounded undo stops at a turned card, and none never begins', () => {
    const deal = randomDeal('british-square/piles', drawOf(1));
    const dealing = parseMove('british-square/piles', 'deal') ?? 'undo';
    const refusalOf = (policy: UndoPolicy) =>
      undoRejection(valueOf(enter(openPlay(deal, policy), dealing)))?.code;
    expect(undoPolicies.map(refusalOf)).toEqual([
      undefined,
      'undo-crosses-turned-card',
      'undo-not-allowed',
    ]);
    // In Sly Fox every move of the stock's card turns one up; the last leaves nothing to turn.
    const fox = openPlay(
      table('sly-fox/standard', 'r0', { ...atHome, r1: '2C', s: '9H 4S' }, [-1]),
      'bounded',
    );
    const at = (text: string) => parseMove('sly-fox/standard', text) ?? 'undo';
    expect(undoRejection(valueOf(enter(fox, at('r1>faC'))))?.code).toBe('undo-crosses-turned-card');
    const last = valueOf(replay(fox, [at('s>r0'), at('s>r0')]));
    expect(undoRejection(last)).toBeUndefined();
  });

  it('counts alike on a position and on its view', () => {
    fc.assert(
      fc.property(variants, policies, seeds, (variant, policy, seed) => {
        const { start, log, plays } = randomPlay(variant, policy, seed, 30);
        let view = openPlay(viewOf(start.position), policy);
        for (const [n, entry] of log.entries()) {
          const [before, next] = [plays[n], plays[n + 1]];
          const isMove = typeof entry === 'object';
          const turned =
            isMove && before && next
              ? turnedUpBy(before.position, entry, next.position)
              : undefined;
          view = valueOf(enter(view, entry, turned));
          expect(view.ending).toBe(next?.ending);
          expect([view.moves, view.undos, view.cardsHome, view.homeSince]).toEqual([
            next?.moves,
            next?.undos,
            next?.cardsHome,
            next?.homeSince,
          ]);
        }
      }),
      { numRuns: cases(60) },
    );
  });

  it('ends by winning, conceding or being stuck with nothing to undo, and then takes nothing more', () => {
    const all = {
      faC: 'A-KC',
      faS: 'A-KS',
      faH: 'A-KH',
      faD: 'A-KD',
      fkC: 'K-AC',
      fkS: 'K-AS',
      fkH: 'K-AH',
    };
    const won = after(table('alhambra/standard', 'r0', { ...all, fkD: 'K-2D' }, [0]), 'r0>fkD');
    expect(openPlay(won, 'free').ending).toBe('won');
    const deal = openPlay(randomDeal('alhambra/standard', drawOf(1)), 'free');
    const conceded = valueOf(enter(deal, 'concede'));
    expect(conceded).toMatchObject({ ending: 'conceded', entries: 1, moves: 0 });
    for (const entry of ['undo', 'concede', { from: 17, to: 16 }] as const) {
      expect(enter(conceded, entry)).toEqual({ ok: false, reason: { code: 'play-ended' } });
    }
    const last = table('alhambra/standard', 'w', { ...atHome, r0: '9H', w: 'TH' }, [0]);
    const build = parseMove('alhambra/standard', 'r0>w') ?? 'undo';
    const endingOf = (policy: UndoPolicy) => valueOf(enter(openPlay(last, policy), build)).ending;
    expect(undoPolicies.map(endingOf)).toEqual([undefined, undefined, 'stuck']);
    const stuck = valueOf(enter(openPlay(last, 'none'), build));
    expect(enter(stuck, 'concede')).toEqual({ ok: false, reason: { code: 'play-ended' } });
  });

  it('P2: a deal without any move can be given up before its first entry, and in no other way entered', () => {
    const start = openPlay(
      unwrap(newGame('bisley/thirteen', shuffledPack(1, mersenneDraw([229])))),
      'free',
    );
    expect(start.ending).toBe('stuck');
    expect(valueOf(enter(start, 'concede'))).toMatchObject({ ending: 'conceded', entries: 1 });
    expect(enter(start, 'undo')).toEqual({ ok: false, reason: { code: 'play-ended' } });
  });

  it(`holds ${LOG_LIMIT} entries; the next is refused with its own code`, () => {
    const move = { from: 1, to: 0 };
    const start = openPlay(
      table('sly-fox/standard', 's', { ...atHome, faC: 'A-9C', fkC: 'K-TC' }, [0]),
      'none',
    );
    // A card slid to and fro between two foundations for ever.
    const entries = Array.from({ length: LOG_LIMIT }, (_, n) =>
      n % 2 === 0 ? { from: 0, to: 4 } : { from: 4, to: 0 },
    );
    const full = valueOf(replay(start, entries));
    expect(full.entries).toBe(LOG_LIMIT);
    for (const entry of [move, 'undo', 'concede'] as const) {
      expect(enter(full, entry)).toEqual({ ok: false, reason: { code: 'log-full' } });
    }
    expect(replay(start, [...entries, move])).toEqual({
      ok: false,
      reason: { number: LOG_LIMIT + 1, rejection: { code: 'log-full' } },
    });
  });

  it('names the first bad entry and why', () => {
    const start = openPlay(randomDeal('bisley/thirteen', drawOf(3)), 'free');
    const bad = { from: 8, to: 8 };
    expect(replay(start, [bad])).toEqual({
      ok: false,
      reason: {
        number: 1,
        rejection: { code: 'illegal-move', rejection: { ...bad, code: 'no-such-route' } },
      },
    });
  });
});
