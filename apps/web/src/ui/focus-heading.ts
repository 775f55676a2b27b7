/**
 * Gives the keyboard's focus to the first heading in an element, as soon as there is one, unless
 * something else has it by then.
 * @returns gives up waiting for the heading
 */
export function focusHeading(within: HTMLElement): () => void {
  const observer = new MutationObserver(() => tryIt());
  function tryIt(): void {
    const heading = within.querySelector('h1');
    if (!heading) return;
    observer.disconnect();
    // What lies around it has the focus where nothing else has: in Safari, after a click on any button.
    if (!document.activeElement?.contains(within)) return;
    heading.tabIndex = -1;
    heading.focus({ preventScroll: true });
  }
  observer.observe(within, { childList: true, subtree: true });
  tryIt();
  return () => observer.disconnect();
}
