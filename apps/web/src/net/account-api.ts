/** The routes of accounts, devices and signing in, which no table asks for. */
import type {
  Account,
  EmailLink,
  HandOverAccept,
  HandOverAccepted,
  HandOverCreate,
  HandOverCreated,
  HandOverLook,
  HandOverSeen,
  LinkSignIn,
  PasskeyAdd,
  PasskeyOptions,
  PasskeySignIn,
  PasswordRemove,
  PasswordSet,
  PasswordSignIn,
  DeviceSession,
  SessionsEnded,
  SignedIn,
} from '@same-deal/protocol';
import type { Api } from './api.ts';

export type AccountApi = ReturnType<typeof accountApi>;

export function accountApi({ call }: Pick<Api, 'call'>) {
  return {
    account: () => call<Account>('GET', '/api/account'),
    setPassword: (body: PasswordSet) => call<Account>('POST', '/api/account/password', body),
    passkeyOptions: () => call<PasskeyOptions>('POST', '/api/account/passkeys/options', {}),
    addPasskey: (body: PasskeyAdd) => call<Account>('POST', '/api/account/passkeys', body),
    removePasskey: (id: string) =>
      call<Account>('DELETE', `/api/account/passkeys/${encodeURIComponent(id)}`),
    removePassword: (body: PasswordRemove) =>
      call<Account>('DELETE', '/api/account/password', body),
    removeEmail: () => call<Account>('DELETE', '/api/account/email'),
    addEmail: (body: EmailLink) => call<object>('POST', '/api/account/email', body),
    signInByPassword: (body: PasswordSignIn) =>
      call<SignedIn>('POST', '/api/sign-in/password', body),
    signInPasskeyOptions: () => call<PasskeyOptions>('POST', '/api/sign-in/passkey/options', {}),
    signInByPasskey: (body: PasskeySignIn) => call<SignedIn>('POST', '/api/sign-in/passkey', body),
    sendSignInLink: (body: EmailLink) => call<object>('POST', '/api/sign-in/email', body),
    signInByLink: (body: LinkSignIn) => call<SignedIn>('POST', '/api/sign-in/link', body),
    createHandOver: (body: HandOverCreate) =>
      call<HandOverCreated>('POST', '/api/hand-overs', body),
    lookAtHandOver: (body: HandOverLook) =>
      call<HandOverSeen>('POST', '/api/hand-overs/look', body),
    acceptHandOver: (body: HandOverAccept) =>
      call<HandOverAccepted>('POST', '/api/hand-overs/accept', body),
    sessions: () => call<{ sessions: DeviceSession[] }>('GET', '/api/me/sessions'),
    endSession: (id: string) =>
      call<SessionsEnded>('DELETE', `/api/me/sessions/${encodeURIComponent(id)}`),
    endOtherSessions: () => call<SessionsEnded>('DELETE', '/api/me/sessions'),
    signOut: () => call<object>('POST', '/api/auth/sign-out', {}),
    deleteMe: () => call<object>('DELETE', '/api/me', { sure: true }),
  };
}
