/** Validates practice that was played offline and is submitted afterwards. */
import { decodeEntry, packOf, variantOf } from '@same-deal/engine';
import type { Failure, OfflinePlay } from '@same-deal/protocol';
import { inSlices } from '../in-slices.ts';
import type { Steps } from '../in-slices.ts';
import { ELAPSED_LIMIT_MS } from './judge.ts';
import { advance, figuresOf, recordOf } from './play-record.ts';
import type { PlayFigures, PlayHeader } from './play-record.ts';
import type { NewPractice } from './plays.ts';

/** A practice play with all that has happened in it. */
export interface EnteredPractice extends NewPractice {
  readonly hints: number;
  /** Null while it may be resumed. `endedAt` is by the service's clock, in milliseconds since 1970. */
  readonly ended: (PlayFigures & { readonly endedAt: number }) | null;
}

type Validated =
  | { readonly ok: true; readonly value: EnteredPractice }
  | { readonly ok: false; readonly error: Failure };

/**
 * Replays it by the rules, in turns with everything else. Its times come from the device: they may not run backwards or
 * begin after the end, and no ranking uses them.
 * @param userId whose it becomes
 * @param now by the service's clock
 * @returns what is to be stored, or why not: `deal-code-wrong`, or what refuses an entry, with its number
 */
export const offlinePractice = (
  played: OfflinePlay,
  userId: string,
  now: number,
): Promise<Validated> => inSlices(validated(played, userId, now));

function* validated(
  { playId, variant, deal, ageMs, hints, entries }: OfflinePlay,
  userId: string,
  now: number,
): Steps<Validated> {
  const refuse = (error: Failure) => ({ ok: false, error }) as const;
  const pack = packOf(deal, variantOf(variant).packs);
  if (!pack.ok) return refuse({ code: 'deal-code-wrong', detail: pack.reason });

  // No play begins after it has ended, whatever the device's clock did meanwhile.
  const startsAt = now - Math.max(ageMs, entries.at(-1)?.[1] ?? 0);
  const header: PlayHeader = {
    id: playId,
    userId,
    ownerId: userId,
    playerName: '',
    race: null,
    daily: null,
    variant,
    deal,
    pack: pack.value,
    isPractice: true,
    hints,
    undo: 'free',
    startsAt,
    closesAt: null,
    endedByCap: false,
  };
  let record = recordOf(header, []);
  if (record.damage) return refuse({ code: 'deal-code-wrong' });
  let lastMs = 0;
  for (const [n, [code, elapsedMs]] of entries.entries()) {
    const number = n + 1;
    if (elapsedMs < lastMs) return refuse({ code: 'bad-request', detail: 'entries', number });
    lastMs = elapsedMs;
    const next = advance(record, decodeEntry(code), code, elapsedMs);
    if (!next.ok) {
      const { reason } = next;
      return refuse({
        code: reason.code,
        number,
        ...(reason.code === 'illegal-move' && { rejection: reason.rejection }),
      });
    }
    record = next.value;
    yield;
  }
  const figures = record.ending === null ? null : figuresOf(record);
  return {
    ok: true,
    value: {
      id: playId,
      userId,
      variant,
      pack: pack.value,
      source: deal,
      startsAt,
      hints,
      log: entries.map(([code, elapsedMs]) => ({ code, elapsedMs })),
      // At the longest time that can be stored it may have ended any time after it.
      ended: figures && {
        ...figures,
        endedAt: figures.elapsedMs < ELAPSED_LIMIT_MS ? startsAt + figures.elapsedMs : now,
      },
    },
  };
}
