/** In this browser: that somebody has asked for nudges here, so that each visit looks after them. */
const MARK = 'same-deal:nudges';

export function hasMark(): boolean {
  try {
    return localStorage.getItem(MARK) !== null;
  } catch {
    return false;
  }
}

export function setMark(): void {
  try {
    localStorage.setItem(MARK, '1');
  } catch {
    // Then there is no badge here.
  }
}
