/**
 * Calls back every so often while somebody may see the page, and at once when they see it again: for what changes
 * without news.
 * @returns the function that stops it
 */
export function whileSeen(everyMs: number, callback: () => void): () => void {
  const look = () => {
    if (!document.hidden) callback();
  };
  const timer = setInterval(look, everyMs);
  document.addEventListener('visibilitychange', look);
  return () => {
    clearInterval(timer);
    document.removeEventListener('visibilitychange', look);
  };
}
