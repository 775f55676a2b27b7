import type { Answer, NudgeKind, NudgeSettings, QuietHours } from '@same-deal/protocol';
import { errorText } from '../messages/index.ts';
import { nudgeWords as words } from '../messages/nudges.en.ts';
import type { Api } from '../net/api.ts';
import { Asked } from '../state/asked.svelte.ts';
import { askPermission, subscribe, zoneHere } from './device.ts';
import { setMark } from './mark.ts';
import { nudgeApi } from './nudge-api.ts';
import { abilityHere, wayOf } from './way.ts';
import type { Way } from './way.ts';

/** From the first wish on nothing comes at night, until one chooses otherwise: 22:00 to 8:00. */
const USUAL_QUIET: QuietHours = { from: 22 * 60, to: 8 * 60 };

/** Which nudges somebody wants, changed wherever they are offered; the first wish subscribes this device. */
export class Wishes extends Asked<NudgeSettings> {
  readonly #api: ReturnType<typeof nudgeApi>;
  #way = $state<Way>(wayOf(abilityHere()));
  #mistake = $state('');
  #isBusy = $state(false);

  constructor(api: Pick<Api, 'call'>) {
    const nudges = nudgeApi(api);
    super(nudges.settings);
    this.#api = nudges;
    void this.load();
  }

  /** Why this device shows no notices, in words; undefined where it does, or its browser would ask. */
  get whyNot(): string | undefined {
    return this.#way === 'ask' || this.#way === 'push' ? undefined : words.ways[this.#way];
  }

  /** Whether this device is subscribed. */
  get isHere(): boolean {
    return this.data?.devices.some(({ isThis }) => isThis) ?? false;
  }

  /** Why the last change was refused. */
  get mistake(): string {
    return this.#mistake;
  }

  get isBusy(): boolean {
    return this.#isBusy;
  }

  wants(kind: NudgeKind): boolean {
    return this.data?.kinds.includes(kind) ?? false;
  }

  isToldOf(personId: string): boolean {
    return this.data?.rivals.some(({ id }) => id === personId) ?? false;
  }

  turn(kind: NudgeKind, isOn: boolean): Promise<boolean> {
    return this.#wish(isOn, (quiet) =>
      this.#api.change({ kinds: { [kind]: isOn }, zone: zoneHere(), ...quiet }),
    );
  }

  /** Whether to be told when somebody has played. */
  follow(personId: string, isOn: boolean): Promise<boolean> {
    return this.#wish(isOn, async (quiet) => {
      if (quiet.quiet) await this.#api.change({ zone: zoneHere(), ...quiet });
      return this.#api.follow(personId, isOn);
    });
  }

  setQuiet(quiet: QuietHours | null): Promise<boolean> {
    return this.#change(this.#api.change({ quiet, zone: zoneHere() }));
  }

  removeDevice(id: string): Promise<boolean> {
    return this.#change(this.#api.unsubscribe(id));
  }

  /**
   * Subscribes this device, asking for permission if need be.
   * @param asked whether it is permitted, where that was asked already
   */
  async allow(asked = askPermission()): Promise<void> {
    if (!this.data || this.whyNot !== undefined) return;
    this.#isBusy = true;
    const done = (await asked) ? await subscribe(this.#api, this.data.key) : undefined;
    this.#isBusy = false;
    this.#way = wayOf(abilityHere());
    if (done) this.take({ ok: true, data: done });
    // Whoever has closed the question was not failed by anything.
    else if (this.#way === 'push') this.#mistake = words.failed;
  }

  async #wish(
    isOn: boolean,
    ask: (quiet: { readonly quiet?: QuietHours }) => Promise<Answer<NudgeSettings>>,
  ): Promise<boolean> {
    setMark();
    const isFirst = isOn && this.data?.kinds.length === 0 && this.data.quiet === null;
    const asked = isOn && !this.isHere ? askPermission() : undefined;
    const ok = await this.#change(ask(isFirst ? { quiet: USUAL_QUIET } : {}));
    if (ok && asked) await this.allow(asked);
    else if (asked) void asked.then(() => (this.#way = wayOf(abilityHere())));
    return ok;
  }

  async #change(asked: Promise<Answer<NudgeSettings>>): Promise<boolean> {
    this.#isBusy = true;
    this.#mistake = '';
    const answer = await asked;
    this.#isBusy = false;
    this.#mistake = answer.ok ? '' : errorText(answer.error);
    if (answer.ok) this.take(answer);
    return answer.ok;
  }
}
