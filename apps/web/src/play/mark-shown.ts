/** The play whose cards were painted last. */
let shown: object | undefined;

/** Leaves in the browser's timeline when the cards of a play were painted first: a race reads there when that was. */
export function markShown(play: object): void {
  if (play === shown) return;
  shown = play;
  requestAnimationFrame(() => performance.mark('table'));
}
