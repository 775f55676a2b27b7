/** Expands the short forms of the wire. */
import { encodeEntry } from '@same-deal/engine';
import type { Answer, AnswerOf, ClientEventName, NewsOf, RequestOf } from '@same-deal/protocol';
// Not from the whole package: that would bring every schema into the page.
import { unpackEntry } from '@same-deal/protocol/packed-entry';
import type { PackedEntry } from '@same-deal/protocol/packed-entry';

/** The progress of the race that came with an acknowledgement. */
export const newsWith = (raw: unknown): NewsOf<'race:progressed'> | undefined =>
  Array.isArray(raw) ? (raw as unknown as PackedEntry)[3] : undefined;

/**
 * @param request what was asked; the short form leaves out what the page has sent itself
 * @param raw the acknowledgement: an answer, or an accepted entry as a tuple
 */
export function readAnswer<Name extends ClientEventName>(
  name: Name,
  request: RequestOf<Name>,
  raw: unknown,
): Answer<AnswerOf<Name>> {
  if (!Array.isArray(raw)) return raw as Answer<AnswerOf<Name>>;
  const { expected, move } = request as RequestOf<'play:move'>;
  const entry =
    name === 'play:move' ? move : encodeEntry(name === 'play:undo' ? 'undo' : 'concede');
  const data = unpackEntry(raw as unknown as PackedEntry, { number: expected, entry });
  // Only requests for entries are answered by a tuple.
  return { ok: true, data: data as AnswerOf<Name> };
}
