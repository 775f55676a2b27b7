/** How the person at this device can sign in, and what they do about it. */
import type { Account, Answer, Failure, PasswordSet } from '@same-deal/protocol';
import type { AccountApi } from '../net/account-api.ts';
import type { Api } from '../net/api.ts';
import type { Identity } from '../state/identity.svelte.ts';
import { makePasskey } from './passkeys.ts';

type WaysApi = Pick<Api, 'service'> &
  Pick<
    AccountApi,
    | 'account'
    | 'setPassword'
    | 'passkeyOptions'
    | 'addPasskey'
    | 'removePasskey'
    | 'removePassword'
    | 'removeEmail'
    | 'addEmail'
  >;

export class AccountWays {
  #account = $state.raw<Account>();
  #sendsEmail = $state(false);
  #isBusy = $state(false);
  readonly #api: WaysApi;
  readonly #identity: Identity;

  constructor(api: WaysApi, identity: Identity) {
    this.#api = api;
    this.#identity = identity;
  }

  /** Undefined until it is loaded. */
  get account(): Account | undefined {
    return this.#account;
  }

  get sendsEmail(): boolean {
    return this.#sendsEmail;
  }

  get isBusy(): boolean {
    return this.#isBusy;
  }

  /** @returns what could not be learnt, if anything; what was known stays */
  async load(): Promise<Failure | undefined> {
    const before = this.#account;
    const [account, service] = await Promise.all([this.#api.account(), this.#api.service()]);
    if (service.ok) this.#sendsEmail = service.data.sendsEmail;
    if (!account.ok) return account.error;
    // What has been changed here meanwhile is newer.
    if (!this.#isBusy && this.#account === before) this.#account = account.data;
    return service.ok ? undefined : service.error;
  }

  setPassword = (body: PasswordSet) => this.#change(() => this.#api.setPassword(body));

  removePassword = (current: string) => this.#change(() => this.#api.removePassword({ current }));

  removeEmail = () => this.#change(() => this.#api.removeEmail());

  removePasskey = (id: string) => this.#change(() => this.#api.removePasskey(id));

  /** @returns 'cancelled' if no passkey was made, the refusal if it was refused, undefined if all is well */
  async addPasskey(): Promise<Failure | 'cancelled' | undefined> {
    this.#isBusy = true;
    const options = await this.#api.passkeyOptions();
    const credential = options.ok ? await makePasskey(options.data) : undefined;
    this.#isBusy = false;
    if (!options.ok) return options.error;
    if (!credential) return 'cancelled';
    return this.#change(() => this.#api.addPasskey({ credential }));
  }

  async addEmail(email: string): Promise<Failure | undefined> {
    this.#isBusy = true;
    const answer = await this.#api.addEmail({ email });
    this.#isBusy = false;
    return answer.ok ? undefined : answer.error;
  }

  async #change(ask: () => Promise<Answer<Account>>): Promise<Failure | undefined> {
    this.#isBusy = true;
    const answer = await ask();
    if (answer.ok) {
      this.#account = answer.data;
      // The device has a new session now, and is a guest's no longer.
      await this.#identity.changed();
    }
    this.#isBusy = false;
    return answer.ok ? undefined : answer.error;
  }
}
