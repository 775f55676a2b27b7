/** The line to the service, as the rest of the page sees it: real, or a fake in tests. */
import type {
  Answer,
  AnswerOf,
  ClientEventName,
  NewsOf,
  RequestOf,
  ServerEventName,
} from '@same-deal/protocol';

/** `down`: the line is lost and is being built up again by itself. */
export type Line = 'connecting' | 'up' | 'down';

export interface Transport {
  /**
   * Sends a request and waits for its answer. Never rejects: a line that is lost meanwhile is
   * answered with the code `unavailable`, and whether the request arrived is then not known.
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
