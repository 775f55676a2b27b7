import type { NewsOf } from '@same-deal/protocol';
import type { Transport } from '../net/transport.ts';

export type Invitation = NewsOf<'race:invited'>;

const MOST = 3;
/** A lobby may wait for hours, but hardly anybody in it does. */
const SHOWN_MS = 120_000;

/** Invitations to races, shown on any page. */
export class Invitations {
  #list = $state.raw<readonly Invitation[]>([]);
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  get list(): readonly Invitation[] {
    return this.#list;
  }

  /** Listens for them; returns the function that stops it. */
  listen(): () => void {
    return this.#transport.on('race:invited', (invitation) => {
      const others = this.#list.filter(({ code }) => code !== invitation.code);
      this.#list = [...others.slice(1 - MOST), invitation];
      setTimeout(() => this.#drop(invitation), SHOWN_MS);
    });
  }

  dismiss(code: string): void {
    this.#list = this.#list.filter((other) => other.code !== code);
  }

  /** The same lobby may have asked again meanwhile; that one stays. */
  #drop(invitation: Invitation): void {
    this.#list = this.#list.filter((other) => other !== invitation);
  }
}
