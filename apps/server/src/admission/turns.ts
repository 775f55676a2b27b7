/**
 * So many begin in a turn of the event loop, and the rest in the next ones, in order: what comes over the lines
 * meanwhile need not wait for a hundred requests that arrived at once.
 */
export function turns(most: number): (begin: () => void) => void {
  const waiting: (() => void)[] = [];
  let begun = 0;
  let isOpen = false;

  function nextTurn(): void {
    begun = 0;
    isOpen = waiting.length > 0;
    if (isOpen) setImmediate(nextTurn);
    while (begun < most) {
      const begin = waiting.shift();
      if (!begin) return;
      begun += 1;
      begin();
    }
  }

  return (begin) => {
    if (!isOpen) {
      isOpen = true;
      setImmediate(nextTurn);
    }
    if (begun < most && waiting.length === 0) {
      begun += 1;
      begin();
    } else waiting.push(begin);
  };
}
