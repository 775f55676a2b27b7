/** The browser's own passkey dialogs. */
import type { PasskeyAdd, PasskeyOptions, PasskeySignIn } from '@same-deal/protocol';
import { startAuthentication, startRegistration } from '@simplewebauthn/browser';

type Created = PasskeyAdd['credential'];
type Held = PasskeySignIn['credential'];

/** Browsers have passkeys at https addresses with a name, and at localhost. */
export function hasPasskeys(): boolean {
  const isAddress = /^[\d.]+$|:/.test(location.hostname);
  return window.isSecureContext && 'PublicKeyCredential' in window && !isAddress;
}

/** Lets the person make a passkey; undefined if they would not, or this device has one of theirs already. */
export const makePasskey = (options: PasskeyOptions): Promise<Created | undefined> =>
  unlessCancelled(() =>
    startRegistration({
      optionsJSON: options as unknown as Parameters<typeof startRegistration>[0]['optionsJSON'],
    }),
  );

/** Lets the person pick a passkey; undefined if they would not. */
export const usePasskey = (options: PasskeyOptions): Promise<Held | undefined> =>
  unlessCancelled(() =>
    startAuthentication({
      optionsJSON: options as unknown as Parameters<typeof startAuthentication>[0]['optionsJSON'],
    }),
  );

/** A dialog that is closed, times out or finds nothing throws; to the page it is all one. */
async function unlessCancelled<Credential extends object>(
  ask: () => Promise<Credential>,
): Promise<(Credential & { id: string; [field: string]: unknown }) | undefined> {
  try {
    return (await ask()) as Credential & { id: string; [field: string]: unknown };
  } catch {
    return undefined;
  }
}
