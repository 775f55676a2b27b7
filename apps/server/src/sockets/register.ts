/** Where a request of a page comes in: parsed, counted, handled and answered, in one place for all events. */
import { clientEvents } from '@same-deal/protocol';
import type {
  Answer,
  ClientEventName,
  ClientToServerEvents,
  Failure,
  ServerToClientEvents,
} from '@same-deal/protocol';
import type { Socket } from 'socket.io';
import type { Caller, Handler, Handlers } from './handler.ts';

/** Whose line it is, as found out in the handshake. */
export interface Device {
  personId: string;
  sessionId: string;
}

/** A connection of a page whose handshake was signed in. */
export type PageSocket = Socket<
  ClientToServerEvents,
  ServerToClientEvents,
  Record<string, never>,
  Device
>;

export interface Intake {
  readonly handlers: Handlers;
  readonly caller: Caller;
  readonly now: () => number;
  /** Milliseconds until the sender may send such a request again; 0 if it may now. */
  readonly waitMs: (event: ClientEventName, personId: string) => Promise<number>;
  /** The failure that a fault of ours is answered with. */
  readonly onFault: (error: unknown, event: string) => Promise<Failure>;
}

const isClientEvent = (name: string): name is ClientEventName => Object.hasOwn(clientEvents, name);

/** Answers every request of this connection (P8): with data, or with a code from the closed list. */
export function register(socket: PageSocket, intake: Intake): void {
  socket.onAny((name: string, ...args: unknown[]) => {
    const acknowledge = args.pop();
    // Without somewhere to answer to it is no request.
    if (typeof acknowledge !== 'function') return;
    const answer = (result: Answer<unknown>) => acknowledge(result);
    if (!isClientEvent(name)) {
      answer({ ok: false, error: { code: 'unknown-event' } });
      return;
    }
    void handle(name, args[0], intake).then(answer);
  });
}

async function handle<Name extends ClientEventName>(
  name: Name,
  payload: unknown,
  intake: Intake,
): Promise<Answer<unknown>> {
  try {
    const receivedAt = intake.now();
    const retryAfterMs = await intake.waitMs(name, intake.caller.personId);
    if (retryAfterMs > 0) return { ok: false, error: { code: 'too-many-requests', retryAfterMs } };
    const parsed = clientEvents[name].request.safeParse(payload);
    if (!parsed.success) {
      const [issue] = parsed.error.issues;
      const detail = `${issue?.path.join('.') || 'request'}: ${issue?.message ?? 'malformed'}`;
      return { ok: false, error: { code: 'bad-request', detail } };
    }
    // The two maps have the same keys, which the compiler cannot follow through an index.
    const handler = intake.handlers[name] as Handler<ClientEventName>;
    return await handler(parsed.data as never, intake.caller, receivedAt);
  } catch (error) {
    return { ok: false, error: await intake.onFault(error, name) };
  }
}
