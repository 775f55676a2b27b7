/** A line without a service, for tests: answers are scripted, and events emitted by the test. */
import type {
  Answer,
  AnswerOf,
  ClientEventName,
  ErrorCode,
  Failure,
  NewsOf,
  RequestOf,
  ServerEventName,
} from '@same-deal/protocol';
import type { Connectable, Line, RefusedLine, Transport } from './transport.ts';

type Answerer<Name extends ClientEventName> = (
  request: RequestOf<Name>,
) => Answer<AnswerOf<Name>> | Promise<Answer<AnswerOf<Name>>>;

/** One request as it was sent. */
export interface Sent {
  readonly name: ClientEventName;
  readonly request: unknown;
}

export class FakeTransport implements Transport, Connectable, RefusedLine {
  readonly sent: Sent[] = [];
  #line: Line = 'up';
  readonly #answerers = new Map<string, (request: never) => unknown>();
  readonly #listeners = new Map<string, Set<(news: never) => void>>();
  readonly #lineListeners = new Set<(line: Line) => void>();

  /** Scripts the answers to one kind of request. */
  answer<Name extends ClientEventName>(name: Name, answerer: Answerer<Name>): this {
    this.#answerers.set(name, answerer);
    return this;
  }

  /** Scripts a refusal. */
  refuse(name: ClientEventName, code: ErrorCode): this {
    this.#answerers.set(name, () => ({ ok: false, error: { code } }));
    return this;
  }

  /** Emits an event, as if the service had sent it. */
  emit<Name extends ServerEventName>(name: Name, news: NewsOf<Name>): void {
    for (const listener of [...(this.#listeners.get(name) ?? [])]) listener(news as never);
  }

  /** Calls that concern the line itself: `connect`, `reconnect`, `disconnect`. */
  readonly calls: string[] = [];
  readonly #refusedListeners = new Set<(failure: Failure) => void>();
  readonly #sessionListeners = new Set<() => void>();

  connect = () => void this.calls.push('connect');
  reconnect = () => void this.calls.push('reconnect');
  disconnect = () => void this.calls.push('disconnect');

  onSessionLost(listener: () => void): () => void {
    this.#sessionListeners.add(listener);
    return () => this.#sessionListeners.delete(listener);
  }

  loseSession(): void {
    for (const listener of [...this.#sessionListeners]) listener();
  }

  onRefused(listener: (failure: Failure) => void): () => void {
    this.#refusedListeners.add(listener);
    return () => this.#refusedListeners.delete(listener);
  }

  /** Refuses a connection, as if the service had. */
  refuseLine(failure: Failure): void {
    for (const listener of [...this.#refusedListeners]) listener(failure);
  }

  setLine(line: Line): void {
    this.#line = line;
    for (const listener of [...this.#lineListeners]) listener(line);
  }

  async request<Name extends ClientEventName>(
    name: Name,
    request: RequestOf<Name>,
  ): Promise<Answer<AnswerOf<Name>>> {
    this.sent.push({ name, request });
    const answerer = this.#answerers.get(name);
    if (!answerer || this.#line !== 'up') return { ok: false, error: { code: 'unavailable' } };
    return (await answerer(request as never)) as Answer<AnswerOf<Name>>;
  }

  on<Name extends ServerEventName>(name: Name, listener: (news: NewsOf<Name>) => void): () => void {
    const listeners = this.#listeners.get(name) ?? new Set();
    this.#listeners.set(name, listeners.add(listener));
    return () => listeners.delete(listener);
  }

  onLine(listener: (line: Line) => void): () => void {
    this.#lineListeners.add(listener);
    listener(this.#line);
    return () => this.#lineListeners.delete(listener);
  }
}
