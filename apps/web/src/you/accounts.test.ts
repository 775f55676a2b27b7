/** Signing in, and the ways of doing so, on a service that does what it is told. */
import type {
  Account,
  Answer,
  Failure,
  PasskeyOptions,
  ServiceInfo,
  SignedIn,
} from '@same-deal/protocol';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { Identity } from '../state/identity.svelte.ts';
import { AccountWays } from './account.svelte.ts';
import { makePasskey, usePasskey } from './passkeys.ts';
import { SignIn } from './sign-in.svelte.ts';

vi.mock('./passkeys.ts', () => ({ makePasskey: vi.fn(), usePasskey: vi.fn() }));

const ok = <Data>(data: Data): Answer<Data> => ({ ok: true, data });
const refused = (code: Failure['code']): Answer<never> => ({ ok: false, error: { code } });
const account = { username: 'anna', passkeys: [], email: null } as unknown as Account;
const signedIn = { person: { id: '1', name: 'Anna', isGuest: false }, merged: null } as SignedIn;
const options = { challenge: 'c' } as unknown as PasskeyOptions;
const credential = { id: 'k' } as never;

const identity = { changed: vi.fn(async () => undefined) };
const someone = identity as unknown as Identity;

beforeEach(() => void vi.clearAllMocks());

describe('signing in', () => {
  function door(answer: Answer<SignedIn> = ok(signedIn)) {
    const api = {
      signInByPassword: vi.fn(async () => answer),
      signInPasskeyOptions: vi.fn(async (): Promise<Answer<PasskeyOptions>> => ok(options)),
      signInByPasskey: vi.fn(async () => answer),
      sendSignInLink: vi.fn(async (): Promise<Answer<object>> => ok({})),
      signInByLink: vi.fn(async () => answer),
    };
    return { api, signIn: new SignIn(api, someone) };
  }

  test('brings the guest’s games along unless one says otherwise', async () => {
    const { api, signIn } = door();
    await signIn.byPassword('anna', 'secret');
    signIn.guest = 'leave' as typeof signIn.guest;
    await signIn.byLink('token');
    expect(api.signInByPassword).toHaveBeenCalledWith({
      username: 'anna',
      password: 'secret',
      guest: 'bring',
    });
    expect(api.signInByLink).toHaveBeenCalledWith({ token: 'token', guest: 'leave' });
  });

  test('makes the device somebody else’s, and a refused one does not', async () => {
    const { signIn } = door();
    expect(await signIn.byPassword('anna', 'secret')).toEqual(ok(signedIn));
    expect(identity.changed).toHaveBeenCalledOnce();
    const wrong = door(refused('sign-in-failed'));
    expect(await wrong.signIn.byPassword('anna', 'guess')).toEqual(refused('sign-in-failed'));
    expect(identity.changed).toHaveBeenCalledOnce();
  });

  test('is busy until it is done', async () => {
    const { signIn } = door();
    const entering = signIn.byLink('token');
    expect(signIn.isBusy).toBe(true);
    await entering;
    expect(signIn.isBusy).toBe(false);
  });

  test('by a passkey asks for one, and sends it', async () => {
    vi.mocked(usePasskey).mockResolvedValueOnce(credential);
    const { api, signIn } = door();
    expect(await signIn.byPasskey()).toEqual(ok(signedIn));
    expect(usePasskey).toHaveBeenCalledWith(options);
    expect(api.signInByPasskey).toHaveBeenCalledWith({ credential, guest: 'bring' });
  });

  test('by a passkey that nobody picked is no refusal', async () => {
    vi.mocked(usePasskey).mockResolvedValueOnce(undefined);
    const { api, signIn } = door();
    expect(await signIn.byPasskey()).toBeNull();
    expect(api.signInByPasskey).not.toHaveBeenCalled();
    expect(signIn.isBusy).toBe(false);
  });

  test('by a passkey that the service has no challenge for says why', async () => {
    const { api, signIn } = door();
    api.signInPasskeyOptions.mockResolvedValueOnce(refused('passkey-unavailable'));
    expect(await signIn.byPasskey()).toEqual(refused('passkey-unavailable'));
    expect(usePasskey).not.toHaveBeenCalled();
  });

  test('by a link says whether one was sent, never to whom', async () => {
    const { api, signIn } = door();
    expect(await signIn.sendLink('anna@example.org')).toBeUndefined();
    api.sendSignInLink.mockResolvedValueOnce(refused('email-off'));
    expect(await signIn.sendLink('anna@example.org')).toEqual({ code: 'email-off' });
    expect(identity.changed).not.toHaveBeenCalled();
  });
});

describe('the ways of signing in', () => {
  function ways() {
    const change = () => vi.fn(async (): Promise<Answer<Account>> => ok(account));
    const api = {
      account: change(),
      service: vi.fn(async (): Promise<Answer<ServiceInfo>> =>
        ok({ publicUrl: null, sendsEmail: true }),
      ),
      setPassword: change(),
      passkeyOptions: vi.fn(async (): Promise<Answer<PasskeyOptions>> => ok(options)),
      addPasskey: change(),
      removePasskey: change(),
      removePassword: change(),
      removeEmail: change(),
      addEmail: vi.fn(async (): Promise<Answer<object>> => ok({})),
    };
    return { api, ways: new AccountWays(api, someone) };
  }

  test('are unknown until the service has told them', async () => {
    const { api, ways: mine } = ways();
    expect([mine.account, mine.sendsEmail]).toEqual([undefined, false]);
    expect(await mine.load()).toBeUndefined();
    expect([mine.account, mine.sendsEmail]).toEqual([account, true]);
    api.account.mockResolvedValueOnce(refused('not-signed-in'));
    expect(await mine.load()).toEqual({ code: 'not-signed-in' });
  });

  test('by e-mail among them, stay while the service cannot say so, which is told', async () => {
    const { api, ways: mine } = ways();
    api.service.mockResolvedValueOnce(refused('unavailable'));
    expect(await mine.load()).toEqual({ code: 'unavailable' });
    expect([mine.account, mine.sendsEmail]).toEqual([account, false]);
    expect(await mine.load()).toBeUndefined();
    expect(mine.sendsEmail).toBe(true);
    api.service.mockResolvedValueOnce(refused('unavailable'));
    await mine.load();
    expect(mine.sendsEmail).toBe(true);
  });

  test('are looked up again without taking back what was changed meanwhile', async () => {
    const { api, ways: mine } = ways();
    await mine.load();
    let answer = (_: Answer<Account>) => undefined as void;
    api.account.mockReturnValueOnce(new Promise((resolve) => (answer = resolve)));
    const looking = mine.load();
    const changed = { ...account, username: 'ann' };
    api.setPassword.mockResolvedValueOnce(ok(changed));
    await mine.setPassword({ username: 'ann', password: 'secret' } as never);
    answer(ok(account));
    await looking;
    expect(mine.account).toEqual(changed);
    await mine.load();
    expect(mine.account).toEqual(account);
  });

  test('P12: each change gives the device a session of its own, and is shown', async () => {
    const { ways: mine } = ways();
    const changes = [
      () => mine.setPassword({ username: 'anna', password: 'secret' } as never),
      () => mine.removePassword('secret'),
      () => mine.removeEmail(),
      () => mine.removePasskey('k'),
    ];
    for (const change of changes) expect(await change()).toBeUndefined();
    expect(identity.changed).toHaveBeenCalledTimes(changes.length);
    expect(mine.account).toEqual(account);
    expect(mine.isBusy).toBe(false);
  });

  test('P8: a change that is refused says why, and changes nothing', async () => {
    const { api, ways: mine } = ways();
    api.removePassword.mockResolvedValueOnce(refused('last-way-in'));
    expect(await mine.removePassword('secret')).toEqual({ code: 'last-way-in' });
    expect(identity.changed).not.toHaveBeenCalled();
    expect(mine.account).toBeUndefined();
  });

  test('a passkey is made and added; one that was not made is no refusal', async () => {
    const { api, ways: mine } = ways();
    vi.mocked(makePasskey).mockResolvedValueOnce(undefined);
    expect(await mine.addPasskey()).toBe('cancelled');
    expect(api.addPasskey).not.toHaveBeenCalled();
    vi.mocked(makePasskey).mockResolvedValueOnce(credential);
    expect(await mine.addPasskey()).toBeUndefined();
    expect(api.addPasskey).toHaveBeenCalledWith({ credential });
    api.passkeyOptions.mockResolvedValueOnce(refused('passkey-unavailable'));
    expect(await mine.addPasskey()).toEqual({ code: 'passkey-unavailable' });
  });

  test('an address counts only once its link was opened', async () => {
    const { api, ways: mine } = ways();
    expect(await mine.addEmail('anna@example.org')).toBeUndefined();
    expect(identity.changed).not.toHaveBeenCalled();
    api.addEmail.mockResolvedValueOnce(refused('email-off'));
    expect(await mine.addEmail('anna@example.org')).toEqual({ code: 'email-off' });
  });
});
