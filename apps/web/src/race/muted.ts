/** The people one has muted: kept in this browser for good, by person. */
const KEY = 'same-deal:muted';
/** The oldest are forgotten first. */
const MOST = 500;

/** The ids of the muted; none where the browser keeps nothing. */
export function mutedIds(): readonly string[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]');
    return Array.isArray(kept) ? kept.filter((id) => typeof id === 'string') : [];
  } catch {
    return [];
  }
}

/** Mutes or unmutes a person; returns who is muted now. */
export function setMuted(id: string, isMuted: boolean): readonly string[] {
  const others = mutedIds().filter((other) => other !== id);
  const muted = isMuted ? [...others, id].slice(-MOST) : others;
  try {
    localStorage.setItem(KEY, JSON.stringify(muted));
  } catch {
    // Until the page is left it holds all the same: the caller keeps what is returned.
  }
  return muted;
}
