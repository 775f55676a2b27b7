import type { Answer, Person } from '@same-deal/protocol';
import type { Api } from '../net/api.ts';
import type { Connectable } from '../net/socket-transport.ts';

/** Remembers that this browser has been somebody, so that newcomers are not asked for who they are not. */
const HINT = 'same-deal:been-here';

const TRY_AGAIN_AFTER_MS = 1_000;

function hasBeenHere(): boolean {
  try {
    return localStorage.getItem(HINT) !== null;
  } catch {
    // Storage is barred; the cookie may be there all the same.
    return true;
  }
}

function rememberBeingHere(): void {
  try {
    localStorage.setItem(HINT, '1');
  } catch {
    // Asked again next time; nothing is lost.
  }
}

type IdentityApi = Pick<Api, 'me' | 'becomeSomebody' | 'rename'>;

/** Who sits at this device. The session itself is a cookie that scripts cannot read. */
export class Identity {
  #person = $state.raw<Person | null>(null);
  #isKnown = $state(false);
  #isNew = $state(false);
  #lost = $state.raw<Person | null>(null);
  #making: Promise<Answer<Person>> | undefined;
  readonly #api: IdentityApi;
  readonly #line: Connectable;

  constructor(api: IdentityApi, line: Connectable) {
    this.#api = api;
    this.#line = line;
    line.onSessionLost(() => void this.#loseSession());
  }

  /** Null while nobody has needed to be anybody. */
  get person(): Person | null {
    return this.#person;
  }

  /** Whether it has been found out who this is, be it nobody. */
  get isKnown(): boolean {
    return this.#isKnown;
  }

  /** Made on this visit and not yet named by themselves. */
  get isNew(): boolean {
    return this.#isNew;
  }

  /** Who was here until the session ended elsewhere, or ran out; null once somebody is here again. */
  get lost(): Person | null {
    return this.#lost;
  }

  /** Finds out who was here before. */
  async load(): Promise<void> {
    if (hasBeenHere()) {
      const answer = await this.#api.me();
      if (answer.ok) this.#become(answer.data);
    }
    this.#isKnown = true;
  }

  /** Whoever is here, made a guest if need be. */
  ensure(): Promise<Answer<Person>> {
    if (this.#person) return Promise.resolve({ ok: true, data: this.#person });
    this.#making ??= this.#make().finally(() => (this.#making = undefined));
    return this.#making;
  }

  async #make(): Promise<Answer<Person>> {
    const isFirstVisit = !hasBeenHere();
    const answer = await this.#api.becomeSomebody();
    if (answer.ok) {
      this.#isNew = isFirstVisit;
      this.#become(answer.data);
    }
    this.#isKnown = true;
    return answer;
  }

  #become(person: Person): void {
    const isBack = this.#lost !== null;
    this.#person = person;
    this.#lost = null;
    rememberBeingHere();
    if (isBack) this.#line.reconnect();
    else this.#line.connect();
  }

  /** The service may not know the session any more. Who goes on here is asked then, not guessed. */
  async #loseSession(): Promise<void> {
    const person = this.#person;
    const answer = await this.#api.me();
    // Somebody has sat down here meanwhile.
    if (this.#person !== person) return;
    if (answer.ok || answer.error.code !== 'not-signed-in') {
      // The refusal was meant for the session before this one, or the service was away in between.
      setTimeout(() => this.#line.reconnect(), TRY_AGAIN_AFTER_MS);
      return;
    }
    this.#lost ??= person;
    this.#person = null;
    // Nobody had sat down here yet.
    if (!this.#lost) void this.ensure();
  }

  /** Changes the name; refused with `name-not-allowed` if it cannot be one. */
  async rename(name: string): Promise<Answer<Person>> {
    const somebody = await this.ensure();
    if (!somebody.ok) return somebody;
    const answer = await this.#api.rename({ name });
    if (answer.ok) {
      this.#person = answer.data;
      this.#isNew = false;
    }
    return answer;
  }

  /** The device has been given another person's session: a hand-over was accepted. */
  async changed(): Promise<void> {
    const answer = await this.#api.me();
    if (answer.ok) {
      this.#person = answer.data;
      this.#lost = null;
    }
    this.#isNew = false;
    rememberBeingHere();
    this.#line.reconnect();
  }

  /** Nobody is here any more: signed out, or forgotten. */
  gone(): void {
    this.#person = null;
    this.#lost = null;
    this.#isNew = false;
    this.#line.disconnect();
  }
}
