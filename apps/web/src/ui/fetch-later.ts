/**
 * Fetches a part of the page some time later, and begins what it does; without it the page goes on.
 * @param afterMs milliseconds to wait before
 * @param fetch resolves to the part
 * @param begin what it does, if anything; returns what ends that, if anything does
 * @returns ends it: what is still being fetched does not begin any more
 */
export function fetchLater<Part>(
  afterMs: number,
  fetch: () => Promise<Part>,
  begin?: (part: Part) => (() => void) | void,
): () => void {
  let isOver = false;
  let end: (() => void) | void;
  const timer = setTimeout(async () => {
    const part = await fetch().catch(() => undefined);
    if (part && !isOver) end = begin?.(part);
  }, afterMs);
  return () => {
    isOver = true;
    clearTimeout(timer);
    end?.();
  };
}
