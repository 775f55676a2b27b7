/**
 * The preferences of a person. They apply at once and are stored in this browser; those that an account stores too are
 * sent there by `preferences/account.ts`, which is loaded when the page is idle.
 */
import type { AccountPreferences } from '@same-deal/protocol';
import { PREFERENCES as KEY } from '../net/early-script.ts';

type Whole<T> = { readonly [Name in keyof T]-?: NonNullable<T[Name]> };

export interface Preferences extends Whole<AccountPreferences> {
  // What a hand or a screen decides stays on each device.
  readonly faces: 'large' | 'classic';
  readonly animation: 'off' | 'fast' | 'normal';
  readonly moveBy: 'both' | 'tap' | 'drag';
  /** One tap sends a card on where there is no choice; else the first tap selects it. */
  readonly oneTap: boolean;
  /** On columns and piles, as words have them. */
  readonly numbers: boolean;
  /** For the left hand. */
  readonly mirrored: boolean;
  readonly sounds: boolean;
  readonly volume: 'quiet' | 'normal' | 'loud';
}

export const preferenceDefaults: Preferences = {
  colours: {},
  theme: 'system',
  felt: 'green',
  back: 'mark',
  autoCollect: false,
  vibration: false,
  hideClock: false,
  hideStandings: false,
  letters: true,
  faces: 'large',
  animation: 'normal',
  moveBy: 'both',
  oneTap: false,
  numbers: false,
  mirrored: false,
  sounds: false,
  volume: 'normal',
};

/** Where whether letters play was kept before there was anything else to prefer. */
const LETTERS = 'same-deal:letter-keys';

/** As in `localStorage`; without storage nothing outlasts the page. */
const stored = (): Partial<Preferences> => {
  try {
    return {
      ...(localStorage.getItem(LETTERS) === 'off' && { letters: false }),
      ...(JSON.parse(localStorage.getItem(KEY) ?? '{}') as object),
    };
  } catch {
    return {};
  }
};

export class PreferenceStore {
  #chosen = $state.raw(stored());
  readonly #all = $derived<Preferences>({ ...preferenceDefaults, ...this.#chosen });
  #listener: ((names: readonly string[]) => void) | undefined;

  constructor() {
    this.#show();
    // Another tab of this browser.
    addEventListener('storage', ({ key }) => key === KEY && this.#take(stored()));
  }

  get all(): Preferences {
    return this.#all;
  }

  /** What somebody has said, without what is so by itself. */
  get chosen(): Partial<Preferences> {
    return this.#chosen;
  }

  /** How the cards of a game are shown, at its table as in its rules and replays. */
  looksOf(game: string) {
    const { colours, faces, mirrored } = this.#all;
    return {
      colours: colours[game as keyof typeof colours] ?? 'four',
      isClassic: faces === 'classic',
      isMirrored: mirrored,
    };
  }

  change(changed: Partial<Preferences>): void {
    this.keep({ ...this.#chosen, ...changed });
    this.#listener?.(Object.keys(changed));
  }

  /** Takes over what was chosen elsewhere. */
  keep(chosen: Partial<Preferences>): void {
    this.#take(chosen);
    try {
      localStorage.setItem(KEY, JSON.stringify(chosen));
    } catch {
      // Good for this page, then.
    }
  }

  /** Calls one listener after each change made here, with the names of what was changed. */
  onchange(listener: ((names: readonly string[]) => void) | undefined): void {
    this.#listener = listener;
  }

  #take(chosen: Partial<Preferences>): void {
    this.#chosen = chosen;
    this.#show();
  }

  /** The stylesheets do the rest. */
  #show(): void {
    const { theme, felt, back, faces, animation, numbers, mirrored } = this.#all;
    const shown = { theme, felt, back, faces, animation, numbers, mirrored };
    Object.assign(document.documentElement.dataset, shown);
  }
}
