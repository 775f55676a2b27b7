/** What is shown once and then never again: what an account would keep, whom boards list, how cards are moved. */
const KEYS = {
  accounts: 'same-deal:told-of-accounts',
  boards: 'same-deal:told-of-boards',
  hints: 'same-deal:told-of-hints',
};

/** Whether this browser has not shown that before; asking marks it as shown. */
export function isFirstTime(of: keyof typeof KEYS): boolean {
  try {
    if (localStorage.getItem(KEYS[of]) !== null) return false;
    localStorage.setItem(KEYS[of], '1');
    return true;
  } catch {
    // What cannot be remembered would be shown again and again.
    return false;
  }
}
