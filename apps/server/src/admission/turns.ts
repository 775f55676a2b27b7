/**
 * Makes a gate that lets at most `most` requests begin in one turn of the event loop; the others follow in later turns,
 * in order, so that moves need not wait for a hundred requests that arrived at once.
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
