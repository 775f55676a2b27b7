/** Stands in for the service, for practice that is stored in this browser. Loaded with the first such play. */
import {
  DEAL_CODES,
  decodeEntry,
  encodeEntry,
  formatDealCode,
  packOf,
  variantOf,
} from '@same-deal/engine';
import type { Entry } from '@same-deal/engine';
import type {
  AcceptedEntry,
  Answer,
  AnswerOf,
  ClientEventName,
  Failure,
  Person,
  RequestOf,
} from '@same-deal/protocol';
import { isOf } from './change-owner.ts';
import { add, fold, snapshotOf } from './fold.ts';
import type { Folded } from './fold.ts';
import { holdTable, releaseTable } from './locks.ts';
import { isKeptHere, keptPlay, savePlay } from './offline-plays.ts';
import type { KeptPlay } from './offline-plays.ts';

/** A play of the person here: to anybody else it is as if it were not kept. */
function ownPlay(playId: string, person: KeptPlay['owner']): KeptPlay | undefined {
  const kept = keptPlay(playId);
  return kept && isOf(kept, person) ? kept : undefined;
}

/** What times are stored as at the service. */
const ELAPSED_LIMIT_MS = 2 ** 31 - 1;

const refuse = (code: Failure['code'], extra: Omit<Failure, 'code'> = {}) =>
  ({ ok: false, error: { code, ...extra } }) as const;

/** As the platform draws them, which over plain http it does not. */
function newId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return [8, 12, 16, 20, 32].map((end, n) => hex.slice([0, 8, 12, 16, 20][n], end)).join('-');
}

/** Practice is no contest: any of the codes, by the platform's generator. */
function newDeal(): string {
  const [high = 0, low = 0] = crypto.getRandomValues(new Uint32Array(2));
  return formatDealCode((high * 2 ** 20 + (low >>> 12)) % DEAL_CODES);
}

/** The last play that was folded, so that a move costs a move and not a log. */
let last: { readonly kept: KeptPlay; readonly folded: Folded } | undefined;

function foldedOf(kept: KeptPlay): Folded | undefined {
  const isSame =
    last?.kept.playId === kept.playId && last.kept.entries.length === kept.entries.length;
  if (!isSame) {
    const folded = fold(kept);
    last = folded && { kept, folded };
  }
  return last?.folded;
}

function create(
  owner: KeptPlay['owner'],
  { variant, deal }: { readonly variant: string; readonly deal?: string | undefined },
  entries: KeptPlay['entries'] = [],
): Answer<{ playId: string }> {
  const source = deal ?? newDeal();
  const pack = packOf(source, variantOf(variant).packs);
  // A closed daily's cards are the service's to know.
  if (!pack.ok)
    return source.startsWith('daily/') ? refuse('unavailable') : refuse('deal-code-wrong');
  const playId = newId();
  const startedAt = Date.now() - (entries.at(-1)?.[1] ?? 0);
  savePlay({ playId, owner, variant, deal: source, startedAt, hints: 0, entries });
  return { ok: true, data: { playId } };
}

const elapsedOf = ({ startedAt, entries }: KeptPlay): number =>
  Math.min(Math.max(0, Date.now() - startedAt, entries.at(-1)?.[1] ?? 0), ELAPSED_LIMIT_MS);

/** One entry, by the same rules as everywhere (P5): the same again is answered as before. */
function enter(playId: string, expected: number, entry: Entry): Answer<AcceptedEntry> {
  const kept = keptPlay(playId);
  const folded = kept && foldedOf(kept);
  if (!kept || !folded) return refuse('not-found');
  const code = encodeEntry(entry);
  const due = kept.entries.length + 1;
  const before = folded.log[expected - 1];
  if (before?.entry === code) {
    return {
      ok: true,
      data: {
        ...before,
        number: expected,
        ending: expected === due - 1 ? (folded.play.ending ?? null) : null,
      },
    };
  }
  if (expected !== due) return refuse('stale', { number: due - 1 });
  const elapsedMs = elapsedOf(kept);
  const added = add(folded, entry, code, elapsedMs);
  if (!added.ok) {
    const { reason } = added;
    return refuse(
      reason.code,
      reason.code === 'illegal-move' ? { rejection: reason.rejection } : {},
    );
  }
  // Another play than the one that was refused.
  const { refused: _, ...rest } = kept;
  const ending = added.folded.play.ending ?? null;
  const entries = [...kept.entries, [code, elapsedMs] as const];
  const next = { ...rest, entries, ...(ending && { isEnded: true as const }) };
  savePlay(next);
  last = { kept: next, folded: added.folded };
  // Nothing can come any more.
  if (ending) releaseTable(playId);
  const { turnedUp } = added;
  const accepted = { number: due, entry: code, elapsedMs, ending };
  return { ok: true, data: turnedUp === undefined ? accepted : { ...accepted, turnedUp } };
}

type Handlers = {
  readonly [Name in ClientEventName]?: (
    request: RequestOf<Name>,
    owner: KeptPlay['owner'],
  ) => Answer<AnswerOf<Name>> | Promise<Answer<AnswerOf<Name>>>;
};

const handlers: Handlers = {
  'play:create': (request, owner) => create(owner, request),
  'play:branch': ({ playId, entries }, owner) => {
    const kept = ownPlay(playId, owner);
    if (kept) return create(owner, kept, kept.entries.slice(0, entries));
    // One of the account, which only the service has.
    return refuse(isKeptHere(playId) ? 'not-found' : 'unavailable');
  },
  'play:open': async ({ playId }, owner) => {
    // Held first: it may be on its way to the account, and is not here any more then.
    await holdTable(playId);
    const kept = ownPlay(playId, owner);
    const folded = kept && foldedOf(kept);
    if (kept && folded) return { ok: true, data: snapshotOf(kept, folded, elapsedOf(kept)) };
    releaseTable(playId);
    return refuse('not-found');
  },
  'play:close': ({ playId }) => {
    releaseTable(playId);
    return { ok: true, data: {} };
  },
  'play:move': ({ playId, expected, move }) => enter(playId, expected, decodeEntry(move)),
  'play:undo': ({ playId, expected }) => enter(playId, expected, 'undo'),
  'play:concede': ({ playId, expected }) => enter(playId, expected, 'concede'),
  'play:hint': ({ playId }) => {
    const kept = keptPlay(playId);
    if (!kept) return refuse('not-found');
    savePlay({ ...kept, hints: kept.hints + 1 });
    return { ok: true, data: { hints: kept.hints + 1 } };
  },
};

/** @param owner the person here, if known */
export async function answer<Name extends ClientEventName>(
  name: Name,
  request: RequestOf<Name>,
  owner: Pick<Person, 'id' | 'name'> | null,
): Promise<Answer<AnswerOf<Name>>> {
  const handle = handlers[name];
  return handle ? handle(request, owner) : refuse('unavailable');
}
