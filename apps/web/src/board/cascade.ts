/** The moment of a win: the suits fan out, and the cards fly in arcs over the whole width of the table. */

const FAN_MS = 500;
const ARC_MS = 1_400;
/** When there is enough of it for the panel to come. */
const PANEL_AFTER_MS = 1_100;
/** So many cards set out a frame: all at once would hold up the first one. The last sets out a tenth of a second later. */
const A_FRAME = 8;
/** Parts the ground evenly among any number of cards, the next never beside the last. */
const GOLDEN = 0.618;

/**
 * Plays it once over the board on the page, unless nothing is to move. A press or a key ends it at once.
 * @returns when the panel may come
 */
export function celebrate(): Promise<void> {
  const isStill =
    matchMedia('(prefers-reduced-motion: reduce)').matches ||
    document.documentElement.dataset['animation'] === 'off';
  const board = document.querySelector<HTMLElement>('.board');
  const ground = board?.closest('.table')?.getBoundingClientRect();
  if (isStill || !board || !ground) return Promise.resolve();
  const cards = [...board.querySelectorAll<HTMLElement>('.card')];
  // All of them are asked before any moves: the page lays itself out once.
  const boxes = cards.map((card) => card.getBoundingClientRect());
  const fly = (card: HTMLElement, n: number): Animation => {
    const { left, top, width } = boxes[n]!;
    const turn = (n % 5) - 2;
    const away = ground.left + ((n * GOLDEN) % 1) * (ground.width - width) - left;
    const fanned = {
      translate: `${turn * width * 0.3}px ${-width * 0.35}px`,
      rotate: `${turn * 9}deg`,
    };
    const peak = Math.min(top - ground.top, ground.height * 0.35) + width * 0.3;
    return card.animate(
      [
        { translate: '0 0', rotate: '0deg', easing: 'cubic-bezier(0.2, 0.9, 0.25, 1)' },
        { ...fanned, offset: FAN_MS / (FAN_MS + ARC_MS), easing: 'cubic-bezier(0.2, 0.6, 0.6, 1)' },
        {
          translate: `${away * 0.5}px ${-peak}px`,
          rotate: `${turn * 40}deg`,
          offset: 0.55,
          easing: 'cubic-bezier(0.5, 0, 0.9, 0.6)',
        },
        { translate: `${away}px ${ground.bottom - top}px`, rotate: `${turn * 90}deg` },
      ],
      { duration: FAN_MS + ARC_MS },
    );
  };
  return new Promise((resolve) => {
    const skipping = new AbortController();
    const flights: Animation[] = [];
    const setOut = () => {
      if (skipping.signal.aborted) return;
      const from = flights.length;
      flights.push(...cards.slice(from, from + A_FRAME).map((card, n) => fly(card, from + n)));
      if (flights.length < cards.length) requestAnimationFrame(setOut);
      else
        void Promise.allSettled(flights.map(({ finished }) => finished)).then(() =>
          skipping.abort(),
        );
    };
    const end = () => {
      skipping.abort();
      for (const flight of flights) flight.cancel();
      resolve();
    };
    for (const kind of ['pointerdown', 'keydown'])
      window.addEventListener(kind, end, { signal: skipping.signal, capture: true });
    setTimeout(resolve, PANEL_AFTER_MS);
    setOut();
  });
}
