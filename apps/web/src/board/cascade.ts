/** The animation of a win: all cards on a board leap up, fall off its foot and are back where they were. */

const BETWEEN_MS = 35;
const LASTS_MS = 1_500;
/** How far they drift sideways, in card widths; by the card, so that it looks like chance and is not. */
const DRIFTS = [-2.4, 1.1, -0.7, 2.6, -1.6, 0.5, 1.9, -3.1];

/** Plays it once over the board on the page, unless nothing is to move. Cards may still be tapped. */
export function cascade(): void {
  const isStill =
    matchMedia('(prefers-reduced-motion: reduce)').matches ||
    document.documentElement.dataset['animation'] === 'off';
  const board = document.querySelector<HTMLElement>('.board');
  if (isStill || !board) return;
  const fall = innerHeight;
  for (const [n, card] of [...board.querySelectorAll<HTMLElement>('.card')].entries()) {
    const width = card.offsetWidth;
    const drift = (DRIFTS[n % DRIFTS.length] ?? 0) * width;
    card.animate(
      [
        { translate: '0 0', rotate: '0deg', easing: 'cubic-bezier(0.2, 0.7, 0.5, 1)' },
        {
          translate: `${drift * 0.4}px ${-width * 0.8}px`,
          rotate: `${drift / 12}deg`,
          offset: 0.25,
          easing: 'cubic-bezier(0.5, 0, 0.9, 0.6)',
        },
        { translate: `${drift}px ${fall}px`, rotate: `${drift / 3}deg`, opacity: 1, offset: 0.9 },
        { translate: `${drift}px ${fall}px`, opacity: 0 },
      ],
      { duration: LASTS_MS, delay: n * BETWEEN_MS },
    );
  }
}
