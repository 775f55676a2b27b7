import type { Answer, Person } from '@same-deal/protocol';
import type { Api } from '../net/api.ts';
import type { Connectable } from '../net/socket-transport.ts';

/** Remembers that this browser has been somebody, so that newcomers are not asked for who they are not. */
const HINT = 'same-deal:been-here';

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
  #making: Promise<Answer<Person>> | undefined;
  readonly #api: IdentityApi;
  readonly #line: Connectable;

  constructor(api: IdentityApi, line: Connectable) {
    this.#api = api;
    this.#line = line;
    line.onSessionLost(() => void this.#makeAnew());
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
    this.#person = person;
    rememberBeingHere();
    this.#line.connect();
  }

  /** The service has forgotten the session: a new guest, and a new line for them. */
  async #makeAnew(): Promise<void> {
    this.#person = null;
    const answer = await this.ensure();
    if (answer.ok) this.#line.reconnect();
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
    if (answer.ok) this.#person = answer.data;
    this.#isNew = false;
    rememberBeingHere();
    this.#line.reconnect();
  }
}
