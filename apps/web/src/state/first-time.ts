/** What is shown once and then never again: what an account would keep, whom boards list, how cards are moved. */
const KEYS = {
  accounts: 'same-deal:told-of-accounts',
  boards: 'same-deal:told-of-boards',
  hints: 'same-deal:told-of-hints',
};

type Told = keyof typeof KEYS;

/** Whether this browser has shown that before. */
export function wasTold(of: Told): boolean {
  try {
    return localStorage.getItem(KEYS[of]) !== null;
  } catch {
    // What cannot be remembered would be shown again and again.
    return true;
  }
}

/** Whether this browser has not shown that before; asking marks it as shown. */
export function isFirstTime(of: Told): boolean {
  if (wasTold(of)) return false;
  localStorage.setItem(KEYS[of], '1');
  return true;
}
