/** What is said once and then never again: what an account would keep, whom boards list, how cards are moved. */
const TOLD = {
  accounts: 'same-deal:told-of-accounts',
  boards: 'same-deal:told-of-boards',
  hints: 'same-deal:told-of-hints',
};

/** Whether this browser has never been told before; asking is telling. */
export function isFirstTelling(of: keyof typeof TOLD): boolean {
  try {
    if (localStorage.getItem(TOLD[of]) !== null) return false;
    localStorage.setItem(TOLD[of], '1');
    return true;
  } catch {
    // What cannot be remembered would be said again and again.
    return false;
  }
}
