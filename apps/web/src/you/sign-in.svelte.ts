/** Signing in on this device, in any of the ways. */
import type { Answer, Failure, GuestChoice, SignedIn } from '@same-deal/protocol';
import type { AccountApi } from '../net/account-api.ts';
import type { Identity } from '../state/identity.svelte.ts';
import { usePasskey } from './passkeys.ts';

type SignInApi = Pick<
  AccountApi,
  | 'signInByPassword'
  | 'signInPasskeyOptions'
  | 'signInByPasskey'
  | 'sendSignInLink'
  | 'signInByLink'
>;

export class SignIn {
  /** What becomes of the guest who is here. */
  guest = $state<GuestChoice>('bring');
  #isBusy = $state(false);
  readonly #api: SignInApi;
  readonly #identity: Identity;

  constructor(api: SignInApi, identity: Identity) {
    this.#api = api;
    this.#identity = identity;
  }

  get isBusy(): boolean {
    return this.#isBusy;
  }

  byPassword = (username: string, password: string) =>
    this.#enter(() => this.#api.signInByPassword({ username, password, guest: this.guest }));

  byLink = (token: string) =>
    this.#enter(() => this.#api.signInByLink({ token, guest: this.guest }));

  /** @returns null if no passkey was picked */
  async byPasskey(): Promise<Answer<SignedIn> | null> {
    this.#isBusy = true;
    const options = await this.#api.signInPasskeyOptions();
    const credential = options.ok ? await usePasskey(options.data) : undefined;
    this.#isBusy = false;
    if (!options.ok) return options;
    if (!credential) return null;
    return this.#enter(() => this.#api.signInByPasskey({ credential, guest: this.guest }));
  }

  async sendLink(email: string): Promise<Failure | undefined> {
    this.#isBusy = true;
    const answer = await this.#api.sendSignInLink({ email });
    this.#isBusy = false;
    return answer.ok ? undefined : answer.error;
  }

  async #enter(ask: () => Promise<Answer<SignedIn>>): Promise<Answer<SignedIn>> {
    this.#isBusy = true;
    const answer = await ask();
    if (answer.ok) await this.#identity.changed();
    this.#isBusy = false;
    return answer;
  }
}
