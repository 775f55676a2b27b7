/** Whether single letters play: some people's tools send them by mistake (WCAG 2.1.4). */
const KEY = 'same-deal:letter-keys';

/** Kept in this browser; on unless somebody has turned them off. */
export const letterKeys = {
  areOn(): boolean {
    try {
      return localStorage.getItem(KEY) !== 'off';
    } catch {
      // Storage is barred, so nobody can have.
      return true;
    }
  },

  /** @returns whether it will be remembered */
  turn(isOn: boolean): boolean {
    try {
      if (isOn) localStorage.removeItem(KEY);
      else localStorage.setItem(KEY, 'off');
      return true;
    } catch {
      return false;
    }
  },
};
