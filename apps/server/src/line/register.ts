/** The entry point of requests from pages: counted, parsed, handled and answered, in one place for all events. */
import { clientEvents } from '@same-deal/protocol';
import type { Answer, ClientEventName, ErrorCode, Failure } from '@same-deal/protocol';
import type { Admission } from '../admission/frames.ts';
import type { EntryFrame } from './entry-frames.ts';
import { inOrder } from './in-order.ts';
import type { Caller, Handler, Handlers } from './handlers/handler.ts';
import type { PageSocket } from './page-server.ts';

/** What a request was about, for the log: ids that are no secrets. */
type About = Readonly<Partial<Record<'playId' | 'code', string>>>;

export interface Intake {
  readonly handlers: Handlers;
  readonly caller: Caller;
  /** By the service's clock (P7). */
  readonly now: () => number;
  /** The service closes: what arrives now is for the next node, to which pages send again what was not answered. */
  readonly isDraining: () => boolean;
  /** Counts one more frame of this person. */
  readonly admit: (event: string, request: unknown) => Admission;
  /** Whether the line listens to as much as it may. */
  readonly listensToEnough: () => boolean;
  /** The failure that a fault of ours is answered with. */
  readonly onFault: (error: unknown, event: string, about: About) => Promise<Failure>;
  /** Counts what is refused. */
  readonly onRefused: (code: ErrorCode) => void;
  /** Somebody floods, and loses all their lines. */
  readonly onFlood: (socket: PageSocket, waitMs: number) => void;
}

/** Takes an entry; its answer goes to `acknowledge`, once. */
type TakeEntry = (entry: EntryFrame, acknowledge: (answer: unknown) => void) => void;

/** What makes a line listen to one more race, play or daily. */
const LISTENING: ReadonlySet<string> = new Set<ClientEventName>([
  'race:enter',
  'race:join',
  'race:tables',
  'play:open',
  'daily:watch',
]);
/** The path of a move: nothing on it is awaited, and its order is kept by the play itself. */
const ENTRIES: ReadonlySet<string> = new Set<ClientEventName>([
  'play:move',
  'play:undo',
  'play:concede',
]);
const LISTEN_AGAIN_AFTER_MS = 10_000;

const isClientEvent = (name: string): name is ClientEventName => Object.hasOwn(clientEvents, name);

const refuse = (code: Failure['code'], extra: Omit<Failure, 'code'> = {}): Answer<never> => ({
  ok: false,
  error: { code, ...extra },
});

/**
 * Answers every request of this connection (P8): with data, or with a code from the closed list. What it requests of one
 * race, play or duplicate is handled in the order in which it arrived, whatever has to be read for it: otherwise leaving
 * could overtake the entering before it, and the first of two changes undo the second.
 * @returns what takes entries that come another way, already checked
 */
export function register(socket: PageSocket, intake: Intake): TakeEntry {
  const { admit, onFlood, onRefused } = intake;
  const inTurn = inOrder();
  /** @param isChecked whether it is as its schema says already */
  function take(name: string, request: unknown, acknowledge: unknown, isChecked: boolean): void {
    if (intake.isDraining()) return;
    // Frames count whether or not they ask for an answer.
    const { waitMs, isFlood, carried } = admit(name, request);
    if (isFlood) return onFlood(socket, waitMs);
    // Without somewhere to answer to it is no request.
    if (typeof acknowledge !== 'function') return;
    const reply = (answer: unknown): void => {
      const refused = codeOf(answer);
      if (refused) onRefused(refused);
      else carried?.((answer as { readonly data: unknown }).data);
      (acknowledge as (answer: unknown) => void)(answer);
    };
    if (waitMs > 0) reply(refuse('too-many-requests', { retryAfterMs: waitMs }));
    else if (LISTENING.has(name) && intake.listensToEnough()) {
      reply(refuse('too-many-requests', { retryAfterMs: LISTEN_AGAIN_AFTER_MS }));
    } else if (isClientEvent(name)) {
      if (isChecked) run(name, request, intake, inTurn, reply);
      else handle(name, request, intake, inTurn, reply);
    } else reply(refuse('unknown-event'));
  }
  // As the only middleware, which passes nothing on: there are no listeners to go to.
  socket.use(([name, ...args]) => {
    const acknowledge = args.pop();
    // Its last argument is its request where it asks for no answer.
    const [request] = typeof acknowledge === 'function' ? args : [...args, acknowledge];
    take(name, request, acknowledge, false);
  });
  return ({ name, request }, acknowledge) => take(name, request, acknowledge, true);
}

/** Why an answer refuses; undefined if it does not. */
function codeOf(answer: unknown): ErrorCode | undefined {
  const { ok, error } = answer as { ok?: boolean; error?: Failure };
  return ok === false ? error?.code : undefined;
}

function handle<Name extends ClientEventName>(
  name: Name,
  payload: unknown,
  intake: Intake,
  inTurn: ReturnType<typeof inOrder>,
  reply: (answer: unknown) => void,
): void {
  const parsed = clientEvents[name].request.safeParse(payload);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    const detail = `${issue?.path.join('.') || 'request'}: ${issue?.message ?? 'malformed'}`;
    return reply(refuse('bad-request', { detail }));
  }
  run(name, parsed.data, intake, inTurn, reply);
}

/** Runs the handler of a request that is as its schema says. */
function run<Name extends ClientEventName>(
  name: Name,
  request: unknown,
  { handlers, caller, now, onFault }: Intake,
  inTurn: ReturnType<typeof inOrder>,
  reply: (answer: unknown) => void,
): void {
  const receivedAt = now();
  const { playId, code } = request as About;
  const failed = (error: unknown) => {
    const about = { ...(playId && { playId }), ...(code && { code }) };
    void onFault(error, name, about).then((failure) => reply({ ok: false, error: failure }));
  };
  // The two maps have the same keys, which the compiler cannot follow through an index.
  const handler = handlers[name] as Handler<ClientEventName>;
  const call = () => handler(request as never, caller, receivedAt, reply);
  const subject = playId ?? code;
  try {
    if (subject === undefined || ENTRIES.has(name)) call()?.then(reply, failed);
    else inTurn(subject, async () => call()).then(reply, failed);
  } catch (error) {
    failed(error);
  }
}
