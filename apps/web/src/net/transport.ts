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

  /** Tells the state of the line at once and at every change; returns the function that stops it. */
  onLine(listener: (line: Line) => void): () => void;
}

/** A line that can be opened once there is somebody to speak for. */
export interface Connectable {
  /** Opens the line; the handshake carries the session cookie. Again is harmless. */
  connect(): void;
  /** Opens it anew, because the cookie has changed. */
  reconnect(): void;
  /** Closes it: nobody is here any more. */
  disconnect(): void;
  /** Hears that the service does not know this device's session (any more). */
  onSessionLost(listener: () => void): () => void;
}

/** A line that says why it was not built up. */
export interface RefusedLine {
  /** Hears of a connection that was refused at the door, or that reached nobody: `unavailable`. */
  onRefused(listener: (failure: Failure) => void): () => void;
}
