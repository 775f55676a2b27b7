/** The line to the service, as the rest of the page sees it: real, or a fake in tests. */
import type {
  Answer,
  AnswerOf,
  ClientEventName,
  Failure,
  NewsOf,
  RequestOf,
  ServerEventName,
} from '@same-deal/protocol';

/** `down`: the line is lost and is being built up again by itself. `connecting`: it is not up yet, or wanted no more. */
export type Line = 'connecting' | 'up' | 'down';

export interface Transport {
  /**
   * Sends a request and waits for its answer. Never rejects: a line that is lost meanwhile is
   * answered with the code `unavailable`, and whether the request arrived is unknown then.
   */
  request<Name extends ClientEventName>(
    name: Name,
    request: RequestOf<Name>,
  ): Promise<Answer<AnswerOf<Name>>>;

  /** Listens to one kind of news; returns the function that stops listening. */
  on<Name extends ServerEventName>(name: Name, listener: (news: NewsOf<Name>) => void): () => void;

  /** Calls back with the state of the line at once and at every change; returns the function that stops it. */
  onLine(listener: (line: Line) => void): () => void;
}

/** A line that is opened once somebody is signed in. */
export interface Connectable {
  /** Opens the line; the handshake carries the session cookie. Again is harmless. */
  connect(): void;
  /** Opens it anew, because the cookie has changed. */
  reconnect(): void;
  /** Closes it: nobody is signed in any more. */
  disconnect(): void;
  /** Called when the service does not know this device's session (any more). */
  onSessionLost(listener: () => void): () => void;
}

/** A line that reports why a connection failed. */
export interface RefusedLine {
  /** Called when a connection is refused in the handshake, or reaches no service (`unavailable`). */
  onRefused(listener: (failure: Failure) => void): () => void;
}
