/** What is shown once and then never again: what an account would keep, how cards are moved. */
const KEYS = {
  accounts: 'same-deal:told-of-accounts',
  hints: 'same-deal:told-of-hints',
};

type Told = keyof typeof KEYS;

/** What is told once for each game has the game's name behind its key; without one it is told of for all of them. */
const keysOf = (of: Told, game?: string): readonly string[] =>
  game === undefined ? [KEYS[of]] : [KEYS[of], `${KEYS[of]}:${game}`];

/**
 * Whether this browser has shown that before.
 * @param game for what each game has of its own
 */
export function wasTold(of: Told, game?: string): boolean {
  try {
    return keysOf(of, game).some((key) => localStorage.getItem(key) !== null);
  } catch {
    // What cannot be remembered would be shown again and again.
    return true;
  }
}

/** Whether this browser has not shown that before; asking marks it as shown. */
export function isFirstTime(of: Told, game?: string): boolean {
  if (wasTold(of, game)) return false;
  try {
    localStorage.setItem(keysOf(of, game).at(-1) ?? KEYS[of], '1');
  } catch {
    // Storage is full: it is shown once more.
  }
  return true;
}
