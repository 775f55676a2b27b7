/** Answers of megabytes, which are written as text in slices before they are sent. */
import type { Packet } from 'socket.io-parser';
import * as parser from 'socket.io-parser';

/** An answer whose text exists already; Socket.IO would write it in one go, while everybody waits. */
export class WrittenAnswer<Data> {
  readonly ok = true;
  readonly data: Data;
  readonly text: string;

  /** @param text of `data`, as JSON */
  constructor(data: Data, text: string) {
    this.data = data;
    this.text = `{"ok":true,"data":${text}}`;
  }
}

const textOf = (data: unknown): string =>
  Array.isArray(data) && data[0] instanceof WrittenAnswer
    ? `[${data[0].text}]`
    : (JSON.stringify(data) ?? '');

/**
 * As Socket.IO's own, with two differences: a written answer is sent as it stands, and nothing is searched for binary
 * parts, as no event has any. The bytes on the wire are the same.
 */
class Encoder extends parser.Encoder {
  override encode({ type, nsp, id, data }: Packet): string[] {
    return [`${type}${nsp === '/' ? '' : `${nsp},`}${id ?? ''}${textOf(data)}`];
  }
}

/** What turns packets into text and back, for Socket.IO's server. */
export const packets = { ...parser, Encoder };
