/** The event types of both ends of a socket, derived from the two maps. */
import type { z } from 'zod';
import type { clientEvents } from './client-events/index.ts';
import type { Failure } from './errors.ts';
import type { serverEvents } from './server-events/index.ts';

export type ClientEventName = keyof typeof clientEvents;
export type ServerEventName = keyof typeof serverEvents;

/** A request as the page writes it. */
export type RequestOf<Name extends ClientEventName> = z.input<
  (typeof clientEvents)[Name]['request']
>;
/** A request as the server gets it, parsed. */
export type ParsedRequestOf<Name extends ClientEventName> = z.output<
  (typeof clientEvents)[Name]['request']
>;
export type AnswerOf<Name extends ClientEventName> = z.output<
  (typeof clientEvents)[Name]['answer']
>;
export type NewsOf<Name extends ServerEventName> = z.output<(typeof serverEvents)[Name]>;

/** Every request is answered: data, or a code from the closed list (P8). */
export type Answer<Data> =
  | { readonly ok: true; readonly data: Data }
  | { readonly ok: false; readonly error: Failure };

export type ClientToServerEvents = {
  [Name in ClientEventName]: (
    request: RequestOf<Name>,
    acknowledge: (answer: Answer<AnswerOf<Name>>) => void,
  ) => void;
};

export type ServerToClientEvents = {
  [Name in ServerEventName]: (news: NewsOf<Name>) => void;
};
