/**
 * Sends messages to devices by their push services (RFC 8030), encrypted for the device alone (RFC 8291) and signed with
 * the installation's key (RFC 8292), in the thread of `push-worker.ts`. The cryptography is `web-push`'s; connections are
 * made here, to public addresses alone.
 */
import { createHash } from 'node:crypto';
import http from 'node:http';
import https from 'node:https';
import webPush from 'web-push';
import type { Delivery, PushDevice } from './nudge.ts';
import { addressCheck, endpointCheck, lookupAllowed, NotPublic } from './public-address.ts';
import type { PushKey } from './push-key.ts';

/** A push service that does not answer within this time is given up; whether it took the message is then unknown. */
const ANSWER_WITHIN_MS = 5_000;
const CONNECTIONS_A_SERVICE = 32;
/**
 * A connection that is idle for so long is closed, sooner than push services close theirs: a message sent over one that is
 * just being closed is lost, as nobody knows whether it arrived.
 */
const IDLE_MS = 1_000;
/** A signature is valid for twelve hours; it is renewed after one. */
const SIGNED_FOR_MS = 60 * 60_000;
/** A push service refuses what was signed by a clock that is wrong by hours. */
const CLOCKS_APART_MS = 60 * 60_000;
/** A message takes nearly a millisecond of the processor, which on a machine with one core players' moves need as well. */
const BETWEEN_MS = 3;
const SERVICES_MOST = 1_000;
const ANSWER_BYTES_MOST = 64 * 1024;

export interface Message {
  readonly text: string;
  /** A later one of the same topic takes the place of one that the service still holds. */
  readonly topic: string;
  /** How long the service may hold it, in milliseconds. */
  readonly lastsMs: number;
  readonly isUrgent: boolean;
}

export interface PushOptions {
  readonly key: PushKey;
  /** Whom a push service writes to about our messages: an address of the web, or `mailto:`. */
  readonly contact: string;
  /** For tests, whose push service is on this machine: loopback counts as public, and plain http will do. */
  readonly allowsLoopback?: boolean;
}

export function createPushService({ key, contact, allowsLoopback = false }: PushOptions) {
  const mayBeAt = endpointCheck(allowsLoopback);
  const lookup = lookupAllowed(addressCheck(allowsLoopback));
  const pooled = {
    keepAlive: true,
    timeout: IDLE_MS,
    maxSockets: CONNECTIONS_A_SERVICE,
    lookup,
  };
  const secure = new https.Agent(pooled);
  const plain = new http.Agent(pooled);
  const turn = spaced(BETWEEN_MS);
  /** By push service: the header that says who sends. */
  const signed = new Map<string, { readonly header: string; readonly at: number }>();

  function signatureFor(service: string): string {
    const kept = signed.get(service);
    // By the clock that is signed by: another one may stand still while the machine sleeps.
    if (kept && Math.abs(Date.now() - kept.at) < SIGNED_FOR_MS) return kept.header;
    const { publicKey, privateKey } = key;
    const headers = webPush.getVapidHeaders(service, contact, publicKey, privateKey, 'aes128gcm');
    if (signed.size >= SERVICES_MOST) signed.clear();
    signed.set(service, { header: headers.Authorization, at: Date.now() });
    return headers.Authorization;
  }

  function requestFor(device: PushDevice, { text, topic, lastsMs, isUrgent }: Message) {
    return webPush.generateRequestDetails(device, text, {
      TTL: Math.max(0, Math.floor(lastsMs / 1000)),
      urgency: isUrgent ? 'high' : 'normal',
      // Services take 32 signs of base64url at most.
      topic: createHash('sha256').update(topic).digest('base64url').slice(0, 32),
      headers: { Authorization: signatureFor(new URL(device.endpoint).origin) },
    });
  }

  return {
    /** Sends one message to one device; never throws. */
    async send(device: PushDevice, message: Message): Promise<Delivery> {
      if (!mayBeAt(device.endpoint)) return { kind: 'gone' };
      await turn();
      let details: webPush.RequestDetails;
      try {
        details = requestFor(device, message);
      } catch {
        // What the device said of itself is no key.
        return { kind: 'gone' };
      }
      const url = new URL(device.endpoint);
      const isSecure = url.protocol === 'https:';
      return new Promise((resolve) => {
        const { method, headers, body } = details;
        const request = (isSecure ? https : http).request(url, {
          method,
          headers,
          agent: isSecure ? secure : plain,
        });
        // An abort signal with a timeout outlives its request by seconds, and thousands make the collector's pauses long.
        const late = setTimeout(() => request.destroy(new Error('no answer')), ANSWER_WITHIN_MS);
        request.once('close', () => clearTimeout(late));
        request.once('response', (response) => {
          // The body is not needed and may be endless; a connection that ended well is reused.
          let bytes = 0;
          response.on('data', (chunk: Buffer) => {
            bytes += chunk.length;
            if (bytes > ANSWER_BYTES_MOST) response.destroy();
          });
          response.on('error', () => {});
          resolve(deliveryOf(response));
        });
        request.on('error', (error) =>
          resolve({ kind: error instanceof NotPublic ? 'gone' : 'unknown' }),
        );
        request.end(body);
      });
    },

    close(): void {
      secure.destroy();
      plain.destroy();
    },
  };
}

/** Lets callers proceed one after the other, spaced by this time. */
function spaced(betweenMs: number): () => Promise<void> {
  const waiting: (() => void)[] = [];
  let isRunning = false;
  function next(): void {
    const begin = waiting.shift();
    isRunning = begin !== undefined;
    if (!begin) return;
    setTimeout(next, betweenMs);
    begin();
  }
  return () =>
    new Promise((resolve) => {
      waiting.push(resolve);
      if (!isRunning) next();
    });
}

/** What a push service's answer says (RFC 8030, 5 and 8.4). */
function deliveryOf({ statusCode = 0, headers }: http.IncomingMessage): Delivery {
  if (statusCode >= 200 && statusCode < 300) return { kind: 'taken' };
  if (statusCode === 404 || statusCode === 410) return { kind: 'gone' };
  if (statusCode === 429 || statusCode === 503) {
    return { kind: 'later', afterMs: waitOf(headers['retry-after']) };
  }
  // Subscribed under another key, unless it is our clock that is wrong: that is no device's fault.
  if (statusCode === 401 || statusCode === 403) {
    const apartMs = Math.abs(Date.parse(headers.date ?? '') - Date.now());
    return { kind: apartMs > CLOCKS_APART_MS ? 'refused' : 'gone' };
  }
  return { kind: statusCode >= 300 && statusCode < 500 ? 'refused' : 'unknown' };
}

/** Reads `Retry-After`: seconds, or a time of day. */
function waitOf(text: string | undefined): number | null {
  if (text === undefined) return null;
  const ms = /^\d+$/.test(text) ? Number(text) * 1000 : Date.parse(text) - Date.now();
  return Number.isFinite(ms) ? Math.max(0, ms) : null;
}
