/**
 * Who this browser has been, kept beside the cookie, which scripts cannot read: newcomers are not asked for who they
 * are not, whoever comes back after their session has ended is asked who goes on, and the browser's other tabs hear
 * when somebody else does.
 */
import type { Person } from '@same-deal/protocol';

const KEY = 'same-deal:been-here';

export interface BeenHere {
  /** Undefined if nobody has been here; null if somebody has, but it is not known who. */
  last(): Person | null | undefined;
  remember(person: Person): void;
  /** They have left for good. */
  forget(): void;
  /** Hears that another tab of this browser has remembered or forgotten somebody. */
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
      const text = localStorage.getItem(KEY);
      return text === null ? undefined : parse(text);
    } catch {
      // Storage is barred; the cookie may be there all the same.
      return null;
    }
  },

  remember(person) {
    try {
      localStorage.setItem(KEY, JSON.stringify(person));
    } catch {
      // Then the service is asked next time.
    }
  },

  forget() {
    try {
      localStorage.removeItem(KEY);
    } catch {
      // Then there was nothing.
    }
  },

  onChangedElsewhere(listener) {
    addEventListener('storage', ({ key }) => {
      if (key === KEY) listener();
    });
  },
};
