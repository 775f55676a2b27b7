const TOLD = 'same-deal:told-of-accounts';

/** Whether this browser has never been told before what an account would keep; asking is telling. */
export function isFirstTelling(): boolean {
  try {
    if (localStorage.getItem(TOLD) !== null) return false;
    localStorage.setItem(TOLD, '1');
    return true;
  } catch {
    // What cannot be remembered would be said again and again.
    return false;
  }
}
