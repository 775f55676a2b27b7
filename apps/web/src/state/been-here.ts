/**
 * The person last signed in in this browser, stored because scripts cannot read the cookie. So newcomers are not asked
 * about a session they never had, somebody who returns after theirs has ended is asked who continues, and other tabs
 * notice when another person does.
 */
import type { Person } from '@same-deal/protocol';
import { SESSION_MARK } from '@same-deal/protocol/version';
import { BEEN_HERE } from '../net/early-script.ts';

export interface BeenHere {
  /** Undefined if nobody has been here; null if somebody may have, but that cannot be read. */
  last(): Person | null | undefined;
  remember(person: Person): void;
  /** They have left for good. */
  forget(): void;
  /** Calls back when another tab of this browser has remembered or forgotten somebody, or may have. */
  onChangedElsewhere(listener: () => void): void;
}

function parse(text: string): Person | null {
  try {
    const { id, name, isGuest } = JSON.parse(text) as Partial<Person>;
    return id !== undefined && name !== undefined ? { id, name, isGuest: isGuest === true } : null;
  } catch {
    return null;
  }
}

export const beenHere: BeenHere = {
  last() {
    try {
      const text = localStorage.getItem(BEEN_HERE);
      if (text !== null) return parse(text);
      // Storage may be full, or emptied, as Safari does after a week: the service's mark is there as long as the session.
      return document.cookie.includes(`${SESSION_MARK}=`) ? null : undefined;
    } catch {
      // Storage is barred; the cookie may be there all the same.
      return null;
    }
  },

  remember(person) {
    try {
      // With its time, as browsers tell other tabs nothing of a text that stays the same.
      localStorage.setItem(BEEN_HERE, JSON.stringify({ ...person, at: Date.now() }));
    } catch {
      // Then the service is asked next time.
    }
  },

  forget() {
    try {
      // The service's own mark, as its answer to leaving may be lost; first, as other tabs hear of the rest.
      document.cookie = `${SESSION_MARK}=; Max-Age=0; Path=/`;
      localStorage.removeItem(BEEN_HERE);
    } catch {
      // Then there was nothing.
    }
  },

  onChangedElsewhere(listener) {
    addEventListener('storage', ({ key }) => {
      if (key === BEEN_HERE) listener();
    });
    // A page that a browser has kept whole, for its back button, has been told nothing meanwhile.
    addEventListener('pageshow', ({ persisted }) => {
      if (persisted) listener();
    });
  },
};
