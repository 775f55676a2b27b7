/**
 * Sends nudges that are due: every node does, and each nudge is one node's (`Nudges.claim`). Many that are due at once
 * are claimed, encrypted and stored little by little, because players' moves need the same processor and the same
 * commits.
 */
import { setTimeout as pause } from 'node:timers/promises';
import type { Clock } from '../clock.ts';
import { createPassingMap } from '../passing-map.ts';
import { outcomeOf } from './nudge.ts';
import type { Claimed, Delivery, Outcome, PushDevice } from './nudge.ts';
import type { Push } from './push.ts';

const LOOK_EVERY_MS = 1_000;
const CLAIMED_AT_ONCE = 20;
/** Where more is due than was claimed. */
const LOOK_AGAIN_MS = 100;
/** Outcomes are stored together: each time costs a commit, and entries wait for the same disk. */
const STORE_EVERY_MS = 250;
/** Claimed and not done: so many that a service which does not answer keeps nobody else waiting. */
const IN_FLIGHT_MOST = 1_000;
/** Messages under way at one push service. */
const AT_ONE_SERVICE = 32;
/** The pause after a service has not answered; its nudges are due again after it. */
const LEFT_ALONE_MS = 30_000;
/** Kinds that are about something under way now. */
const urgent: ReadonlySet<string> = new Set(['race-begins', 'invitation', 'circle-date']);

export interface SenderOptions {
  readonly store: {
    claim(
      now: number,
      limit: number,
    ): Promise<{ readonly claimed: readonly Claimed[]; readonly due: number }>;
    finish(done: readonly { readonly id: string; readonly outcome: Outcome }[]): Promise<void>;
    forget(deviceIds: readonly string[]): Promise<void>;
  };
  readonly push: Pick<Push, 'send'>;
  readonly clock: Pick<Clock, 'now' | 'after'>;
  readonly onFault: (error: unknown) => void;
}

/** A push service as this node meets it. */
interface Service {
  underWay: number;
  readonly waiting: (() => void)[];
  /** When it last failed to answer. */
  silentAt: number;
}

export function startSender({ store, push, clock, onFault }: SenderOptions) {
  const services = new Map<string, Service>();
  let inFlight = 0;
  let isStopped = false;
  let cancel = () => {};
  let looking: Promise<void> = Promise.resolve();
  const sending = createPassingMap<Claimed, Promise<void>>();
  const done: { readonly id: string; readonly outcome: Outcome }[] = [];
  const gone: string[] = [];
  let storing: Promise<void> | undefined;

  function serviceOf({ endpoint }: PushDevice): Service {
    const { origin } = new URL(endpoint);
    const kept = services.get(origin);
    if (kept) return kept;
    const made: Service = { underWay: 0, waiting: [], silentAt: -Infinity };
    services.set(origin, made);
    return made;
  }

  const isLeftAlone = ({ silentAt }: Service): boolean => clock.now() - silentAt < LEFT_ALONE_MS;

  /** Devices name any origins they like: only those that are in use, or left alone, are kept. */
  function forgetServices(): void {
    for (const [origin, service] of services) {
      const isUsed = service.underWay > 0 || service.waiting.length > 0;
      if (!isUsed && !isLeftAlone(service)) services.delete(origin);
    }
  }

  const putOff: Delivery = { kind: 'later', afterMs: LEFT_ALONE_MS };

  async function sendTo(device: PushDevice, { news, expiresAt }: Claimed): Promise<Delivery> {
    const service = serviceOf(device);
    if (isLeftAlone(service)) return putOff;
    if (service.underWay >= AT_ONE_SERVICE) {
      await new Promise<void>((resolve) => service.waiting.push(resolve));
    }
    service.underWay += 1;
    try {
      // Nothing has been sent yet.
      if (isLeftAlone(service) || isStopped) return putOff;
      const delivery = await push.send(device, {
        text: JSON.stringify(news),
        topic: `${news.kind} ${news.subject}`,
        lastsMs: expiresAt - clock.now(),
        isUrgent: urgent.has(news.kind),
      });
      if (delivery.kind === 'unknown') service.silentAt = clock.now();
      return delivery;
    } catch (error) {
      onFault(error);
      return { kind: 'unknown' };
    } finally {
      service.underWay -= 1;
      service.waiting.shift()?.();
    }
  }

  async function sendOne(claimed: Claimed): Promise<void> {
    const deliveries = await Promise.all(claimed.devices.map((device) => sendTo(device, claimed)));
    for (const [n, { id }] of claimed.devices.entries()) {
      if (deliveries[n]?.kind === 'gone') gone.push(id);
    }
    done.push({ id: claimed.id, outcome: outcomeOf(deliveries, claimed, clock.now()) });
    inFlight -= 1;
    // Not waited for: it goes on for as long as anything comes, and would keep all that has been sent meanwhile.
    storing ??= storeDone();
  }

  /** What came of them meanwhile is stored together, the first ones at once. */
  async function storeDone(): Promise<void> {
    // Whatever comes in the same turn goes with it.
    await Promise.resolve();
    try {
      while (done.length > 0 || gone.length > 0) {
        const [outcomes, devices] = [done.splice(0), gone.splice(0)];
        if (devices.length > 0) await store.forget(devices);
        await store.finish(outcomes);
        if (!isStopped) await pause(STORE_EVERY_MS);
      }
    } catch (error) {
      // They stay claimed, which drops them.
      onFault(error);
    } finally {
      storing = undefined;
    }
  }

  /** Takes some of what is due, unless as much is under way as may be. @returns how soon to look again */
  async function look(): Promise<number> {
    forgetServices();
    if (inFlight >= IN_FLIGHT_MOST) return LOOK_EVERY_MS;
    const { claimed, due } = await store.claim(clock.now(), CLAIMED_AT_ONCE);
    inFlight += claimed.length;
    for (const one of claimed) {
      sending.set(
        one,
        sendOne(one).finally(() => sending.delete(one)),
      );
    }
    return due < CLAIMED_AT_ONCE ? LOOK_EVERY_MS : LOOK_AGAIN_MS;
  }

  function lookIn(ms: number): void {
    cancel = clock.after(ms, () => {
      const began = clock.now();
      looking = look()
        .catch((error: unknown) => {
          onFault(error);
          return LOOK_EVERY_MS;
        })
        .then((next) => {
          if (!isStopped) lookIn(Math.min(next, Math.max(0, began + next - clock.now())));
        });
    });
  }
  lookIn(LOOK_EVERY_MS);

  return {
    /** Stops claiming, and waits for what is under way. */
    async stop(): Promise<void> {
      isStopped = true;
      cancel();
      await looking;
      await Promise.all(sending.values());
      await storing;
    },
  };
}
