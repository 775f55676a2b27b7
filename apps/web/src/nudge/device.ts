/** This device's subscription at its browser's push service, true to the service's key and to who is here. */
import type { NudgeSettings } from '@same-deal/protocol';
import type { NudgeApi } from './nudge-api.ts';
import { abilityHere, wayOf } from './way.ts';

/** Where none is installed, it would be waited for for ever. */
const READY_WITHIN_MS = 10_000;

export const zoneHere = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone;

/** What the push API takes and gives of keys. */
const bytesOf = (base64url: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(base64url.replaceAll('-', '+').replaceAll('_', '/')), (sign) =>
    sign.charCodeAt(0),
  );
const isKey = (held: ArrayBuffer | null, key: string): boolean =>
  held !== null && String(new Uint8Array(held)) === String(bytesOf(key));

/**
 * Asks whether notices are permitted, where that is open. To be called within the tap: Safari lets nobody ask who has
 * waited for an answer since.
 * @returns whether they are
 */
export async function askPermission(): Promise<boolean> {
  if (wayOf(abilityHere()) === 'ask') await Notification.requestPermission().catch(() => undefined);
  return wayOf(abilityHere()) === 'push';
}

/**
 * Subscribes this browser, which is permitted, and lets the service know; does nothing where it is
 * subscribed already. Under another key than the service's it subscribes anew: the old one is lost.
 * @param key the service's public key
 * @returns undefined where the browser would not
 */
export async function subscribe(api: NudgeApi, key: string): Promise<NudgeSettings | undefined> {
  try {
    const late = new Promise<never>((_, reject) => setTimeout(reject, READY_WITHIN_MS));
    const { pushManager } = await Promise.race([navigator.serviceWorker.ready, late]);
    let held = await pushManager.getSubscription();
    if (held && !isKey(held.options.applicationServerKey, key)) {
      await held.unsubscribe();
      held = null;
    }
    held ??= await pushManager.subscribe({
      userVisibleOnly: true,
      applicationServerKey: bytesOf(key),
    });
    const { endpoint, keys } = held.toJSON();
    if (endpoint === undefined || !keys) return undefined;
    const { p256dh = '', auth = '' } = keys;
    const answer = await api.subscribe({ endpoint, keys: { p256dh, auth } });
    return answer.ok ? answer.data : undefined;
  } catch {
    return undefined;
  }
}

/** At a visit: the subscription is renewed where it was lost, and the service knows the zone of this device's clock. */
export async function lookAfter(api: NudgeApi): Promise<void> {
  const answer = await api.settings();
  if (!answer.ok) return;
  const { key, kinds, zone } = answer.data;
  if (kinds.length === 0) return;
  if (zone !== zoneHere()) await api.change({ zone: zoneHere() });
  // Nobody is asked here for anything.
  if (wayOf(abilityHere()) === 'push') await subscribe(api, key);
}
