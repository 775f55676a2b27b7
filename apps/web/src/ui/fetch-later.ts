const AGAIN_MS = 15_000;

/**
 * Fetches a part of the page some time later, and begins what it does; until then the page goes on without it.
 * One that does not come is asked for again.
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
  async function get() {
    const part = await fetch().catch(() => undefined);
    if (isOver) return;
    if (part) end = begin?.(part);
    else timer = setTimeout(get, AGAIN_MS);
  }
  let timer = setTimeout(get, afterMs);
  return () => {
    isOver = true;
    clearTimeout(timer);
    end?.();
  };
}
