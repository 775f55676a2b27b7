/** Replays a stored play with the engine. */
import {
  decodeEntry,
  enter,
  newGame,
  openPlay,
  packOf,
  turnedUpBy,
  variantOf,
  viewOf,
} from '@same-deal/engine';
import type { Card, Entry, EntryRejection, Pack, Play, Position } from '@same-deal/engine';
import type { LogEntry, PlaySnapshot } from '@same-deal/protocol';
import type { KeptPlay } from './offline-plays.ts';

export interface Folded {
  readonly pack: Pack;
  readonly start: Position;
  readonly play: Play;
  readonly log: readonly LogEntry[];
}

/** Undefined if the stored deal is invalid, as after an update that has fewer games. */
function begin({ variant, deal }: Pick<KeptPlay, 'variant' | 'deal'>): Folded | undefined {
  const pack = packOf(deal, variantOf(variant).packs);
  const dealt = pack.ok ? newGame(variant, pack.value) : undefined;
  if (!pack.ok || !dealt?.ok) return undefined;
  const start = dealt.value;
  return { pack: pack.value, start, play: openPlay(start, 'free'), log: [] };
}

export type Added =
  | { readonly ok: true; readonly folded: Folded; readonly turnedUp: Card | undefined }
  | { readonly ok: false; readonly reason: EntryRejection };

/** One entry more, or why the rules refuse it. */
export function add(
  { play, log, ...rest }: Folded,
  entry: Entry,
  code: number,
  elapsedMs: number,
): Added {
  const next = enter(play, entry);
  if (!next.ok) return { ok: false, reason: next.reason };
  const turnedUp =
    typeof entry === 'object' ? turnedUpBy(play.position, entry, next.value.position) : undefined;
  const logged =
    turnedUp === undefined ? { entry: code, elapsedMs } : { entry: code, elapsedMs, turnedUp };
  return { ok: true, folded: { ...rest, play: next.value, log: [...log, logged] }, turnedUp };
}

/** The play that the kept entries make; an illegal one is left out, and all that follow it. */
export function fold(kept: KeptPlay): Folded | undefined {
  let folded = begin(kept);
  if (!folded) return undefined;
  for (const [code, elapsedMs] of kept.entries) {
    const added = add(folded, decodeEntry(code), code, elapsedMs);
    if (!added.ok) break;
    folded = added.folded;
  }
  return folded;
}

/** As the service would show it. */
export function snapshotOf(
  kept: KeptPlay,
  { pack, start, play, log }: Folded,
  elapsedMs: number,
): PlaySnapshot {
  const view = viewOf(start);
  return {
    playId: kept.playId,
    playerName: kept.owner?.name ?? '',
    isYours: true,
    variant: kept.variant,
    undo: 'free',
    raceCode: null,
    daily: null,
    deal: kept.deal,
    pack: [...pack],
    start: {
      variant: view.variant,
      piles: view.piles.map((pile) => [...pile]),
      counters: [...view.counters],
    },
    log: [...log],
    elapsedMs: play.ending ? (log.at(-1)?.elapsedMs ?? 0) : elapsedMs,
    closesInMs: null,
    ending: play.ending ?? null,
    hints: kept.hints,
  };
}
