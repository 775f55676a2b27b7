import type { Answer, Failure, Person } from '@same-deal/protocol';
import type { Api } from '../net/api.ts';
import { Question } from '../net/question.ts';
import type { Connectable } from '../net/transport.ts';
import { beenHere } from './been-here.ts';
import type { BeenHere } from './been-here.ts';

const TRY_AGAIN_AFTER_MS = 1_000;

type IdentityApi = Pick<Api, 'me' | 'becomeSomebody' | 'rename'>;

/** The person signed in on this device. The session itself is a cookie that scripts cannot read. */
export class Identity {
  #person = $state.raw<Person | null>(null);
  #isKnown = $state(false);
  #isAway = $state(false);
  #isNew = $state(false);
  #hasSignedIn = $state(false);
  #lost = $state.raw<Person | null>(null);
  #finding: Promise<Failure | undefined> | undefined;
  #making: Promise<Answer<Person>> | undefined;
  /** Who has sat down here in another tab. */
  readonly #elsewhere: Question<Answer<Person>>;
  #again: ReturnType<typeof setTimeout> | undefined;
  #waiting: ((somebody: Answer<Person>) => void)[] = [];
  readonly #api: IdentityApi;
  readonly #line: Connectable;
  readonly #before: BeenHere;

  constructor(api: IdentityApi, line: Connectable, before: BeenHere = beenHere) {
    this.#api = api;
    this.#line = line;
    this.#before = before;
    this.#elsewhere = new Question(api.me, (answer) => {
      if (answer.ok) this.#become(answer.data);
      // Nothing else would ask: the line goes on, and to the service it is somebody else's.
      else if (answer.error.code !== 'not-signed-in')
        this.#again = setTimeout(
          () => this.#follow(),
          answer.error.retryAfterMs ?? TRY_AGAIN_AFTER_MS,
        );
    });
    line.onSessionLost(() => void this.#loseSession());
    before.onChangedElsewhere(() => this.#follow());
  }

  /** Null until somebody is signed in or made a guest. */
  get person(): Person | null {
    return this.#person;
  }

  /** Whether the service has answered who is signed in, if anybody. */
  get isKnown(): boolean {
    return this.#isKnown;
  }

  /** Whether the service has answered that nobody is signed in. */
  get isNobody(): boolean {
    return this.#isKnown && !this.#isAway && !this.#person;
  }

  /** The service could not be asked who is here. */
  get isAway(): boolean {
    return this.#isAway;
  }

  /** Made on this visit and not yet named by themselves. */
  get isNew(): boolean {
    return this.#isNew;
  }

  /** This device has been given another session on this visit: its person's account knows more than this browser. */
  get hasSignedIn(): boolean {
    return this.#hasSignedIn;
  }

  /** Who was here until the session ended elsewhere, or ran out; null once somebody is here again. */
  get lost(): Person | null {
    return this.#lost;
  }

  /**
   * Finds out who was here before.
   * @returns false where the service could not be asked
   */
  async load(): Promise<boolean> {
    const failure = await this.#askOnce();
    this.#isKnown = true;
    return failure === undefined;
  }

  /**
   * The person here, made a guest if need be. Where a session has ended, its owner is asked first, however long that
   * takes.
   */
  ensure(): Promise<Answer<Person>> {
    if (this.#person) return Promise.resolve({ ok: true, data: this.#person });
    if (this.#lost) return new Promise((resolve) => this.#waiting.push(resolve));
    this.#making ??= this.#make().finally(() => (this.#making = undefined));
    return this.#making;
  }

  /** Continues as a new guest, whoever was signed in before. */
  async goOnAsGuest(): Promise<Answer<Person>> {
    const isFirstVisit = this.#before.last() === undefined;
    const answer = await this.#api.becomeSomebody();
    if (answer.ok) {
      this.#become(answer.data);
      this.#isNew = isFirstVisit;
    }
    this.#isKnown = true;
    return answer;
  }

  async #make(): Promise<Answer<Person>> {
    // A guest is made only if certainly nobody is signed in.
    const failure = await this.#askOnce();
    this.#isKnown = true;
    if (failure) return { ok: false, error: failure };
    return this.#person || this.#lost ? this.ensure() : this.goOnAsGuest();
  }

  /** Asks the service, once, who is signed in; the failure if it did not answer. */
  #askOnce(): Promise<Failure | undefined> {
    this.#finding ??= this.#ask().then((failure) => {
      if (failure) this.#finding = undefined;
      this.#isAway = failure !== undefined;
      return failure;
    });
    return this.#finding;
  }

  async #ask(): Promise<Failure | undefined> {
    const last = this.#before.last();
    if (last === undefined) return undefined;
    const answer = await this.#api.me();
    // Somebody has signed in meanwhile.
    if (this.#person) return undefined;
    if (answer.ok) this.#become(answer.data);
    else if (answer.error.code !== 'not-signed-in') return answer.error;
    else {
      this.#lost = last;
      // There is nobody who could go on: whoever comes next is new.
      if (last === null && this.#before.last() === null) this.#before.forget();
      // It was sent with a session that has ended since.
      this.#line.disconnect();
    }
    return undefined;
  }

  #become(person: Person): void {
    const isChange =
      this.#lost !== null || (this.#person !== null && this.#person.id !== person.id);
    this.#isNew = false;
    this.#is(person);
    if (isChange) this.#line.reconnect();
    else this.#line.connect();
  }

  #is(person: Person): void {
    this.#person = person;
    this.#lost = null;
    this.#before.remember(person);
    this.#letGo({ ok: true, data: person });
  }

  #letGo(somebody: Answer<Person>): void {
    for (const go of this.#waiting.splice(0)) go(somebody);
  }

  /** The session may have ended. Then the person is asked who continues here; it is not guessed. */
  async #loseSession(): Promise<void> {
    const person = this.#person;
    const answer = await this.#api.me();
    // Somebody has signed in meanwhile.
    if (this.#person !== person) return;
    if (answer.ok && answer.data.id !== person?.id) {
      this.#become(answer.data);
      return;
    }
    if (answer.ok || answer.error.code !== 'not-signed-in') {
      // The refusal was meant for the session before this one, or the service was away in between.
      setTimeout(() => this.#line.reconnect(), TRY_AGAIN_AFTER_MS);
      return;
    }
    this.#lost ??= person;
    this.#person = null;
    // It is not built up again until somebody is here: no page says that it is lost and comes back.
    if (this.#lost) this.#line.disconnect();
    // Nobody was signed in here yet.
    else void this.ensure();
  }

  /** On another device they may have got another name, or an account, which nobody says here. */
  async look(): Promise<void> {
    const person = this.#person;
    if (!person) return;
    const answer = await this.#api.me();
    // What has been done here meanwhile is newer.
    if (!answer.ok || this.#person !== person || answer.data.id !== person.id) return;
    if (answer.data.name !== person.name || answer.data.isGuest !== person.isGuest)
      this.#is(answer.data);
  }

  /** In another tab somebody has sat down, got up or changed their name. The cookie is the same for all. */
  #follow(): void {
    const last = this.#before.last();
    clearTimeout(this.#again);
    this.#elsewhere.forget();
    if (last === undefined) {
      this.#leave();
    } else if (last && last.id === this.#person?.id) {
      if (last.name !== this.#person.name || last.isGuest !== this.#person.isGuest)
        this.#person = last;
    } else void this.#elsewhere.ask();
  }

  /** Changes the name; refused with `name-not-allowed` if it cannot be one. */
  async rename(name: string): Promise<Answer<Person>> {
    const somebody = await this.ensure();
    if (!somebody.ok) return somebody;
    const answer = await this.#api.rename({ name });
    if (answer.ok) {
      this.#is(answer.data);
      this.#isNew = false;
    }
    return answer;
  }

  /** The device has been given another session: signed in, claimed, or a hand-over was accepted. */
  async changed(): Promise<void> {
    this.#isNew = false;
    const answer = await this.#api.me();
    if (answer.ok) {
      this.#isAway = false;
      this.#is(answer.data);
    } else {
      // Whoever was here is not any more: nobody's name is shown until the service has said whose it is.
      this.#person = this.#lost = null;
      this.#isAway = true;
      this.#finding = this.#askUntilKnown();
    }
    // Not before: until then somebody else's name is on the session of this one.
    this.#hasSignedIn = true;
    this.#line.reconnect();
    dispatchEvent(new Event('session-renewed'));
  }

  async #askUntilKnown(): Promise<undefined> {
    for (;;) {
      await new Promise((resolve) => setTimeout(resolve, TRY_AGAIN_AFTER_MS));
      const answer = await this.#api.me();
      // Somebody has signed in meanwhile.
      if (!this.#isAway || this.#person) return;
      if (!answer.ok && answer.error.code !== 'not-signed-in') continue;
      this.#isAway = false;
      if (answer.ok) this.#is(answer.data);
      return;
    }
  }

  /** Nobody is here any more: signed out, or forgotten. */
  gone(): void {
    this.#before.forget();
    this.#leave();
  }

  #leave(): void {
    this.#person = null;
    this.#lost = null;
    this.#isNew = false;
    this.#letGo({ ok: false, error: { code: 'not-signed-in' } });
    this.#line.disconnect();
  }
}
