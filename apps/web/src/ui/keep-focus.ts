/**
 * Where the focus goes on when what has it is taken from the page: the row that was removed, the form that was sent, the
 * offer that was declined. Browsers leave it nowhere: whoever plays by ear is back at the top of the page, and a table
 * hears no key. It goes to the heading before that place, or to what unfolds it, and at a table to the cards.
 */

/** An element with the focus in it. */
interface Step {
  readonly node: Element;
  /** What stood before it when the focus came. */
  readonly before: Element | null;
}

const HEADINGS = 'h1, h2, h3, h4';

/** From an element outwards. */
function wayFrom(element: Element): Step[] {
  const way: Step[] = [];
  for (let node: Element | null = element; node; node = node.parentElement) {
    way.push({ node, before: node.previousElementSibling });
  }
  return way;
}

const isFirst = (one: Node, other: Node): boolean =>
  (one.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING) > 0;

const isShown = (element: Element): boolean => element.getClientRects().length > 0;

/** Where somebody goes on who was there; undefined as long as there is no such place. */
function placeNear(way: readonly Step[]): HTMLElement | undefined {
  const at = way.findIndex(({ node }) => node.isConnected);
  const [stays, gone] = [way[at]?.node, way[at - 1]];
  const main = document.querySelector('main');
  if (!stays || !gone || !main) return undefined;
  const part = stays.closest('dialog, section, aside') ?? main;
  const card = part.querySelector<HTMLElement>('[role="application"] [tabindex="0"]');
  if (card && isShown(card)) return card;
  const unfolds = stays.closest('details')?.querySelector('summary');
  if (unfolds && isShown(unfolds)) return unfolds;

  const scope = stays.closest('dialog') ?? main;
  const headings = [...scope.querySelectorAll<HTMLElement>(HEADINGS)].filter(isShown);
  const { before } = gone;
  // What stood before it has gone with it, such as a list that is empty now: only the part is known.
  const ofPart = before?.isConnected === false && headings.find((one) => stays.contains(one));
  const isBefore = (heading: Element): boolean =>
    before?.isConnected
      ? before.contains(heading) || isFirst(heading, before)
      : isFirst(heading, stays);
  return ofPart || (headings.findLast(isBefore) ?? headings[0]);
}

/** Keeps the focus of whoever has it; returns the function that stops it. */
export function keepFocus(): () => void {
  let way: readonly Step[] = document.activeElement ? wayFrom(document.activeElement) : [];
  const isNowhere = () => !document.activeElement || document.activeElement === document.body;
  const isLost = () => isNowhere() && way[0]?.node.isConnected === false;

  const listening = new AbortController();
  const { signal } = listening;
  document.addEventListener('focusin', ({ target }) => (way = wayFrom(target as Element)), {
    signal,
  });
  // Whoever presses beside everything has left it by themselves. Some browsers send this for what is removed, too.
  document.addEventListener(
    'focusout',
    ({ target }) =>
      queueMicrotask(() => {
        if (isNowhere() && (target as Element).isConnected) way = [];
      }),
    { signal },
  );

  function goOn(): void {
    // Who took it away may have given it on.
    const place = isLost() ? placeNear(way) : undefined;
    if (place?.matches(HEADINGS)) place.tabIndex = -1;
    place?.focus({ preventScroll: true });
  }
  const observer = new MutationObserver(() => {
    if (isLost()) setTimeout(goOn);
  });
  observer.observe(document.body, { childList: true, subtree: true });
  return () => {
    listening.abort();
    observer.disconnect();
  };
}
