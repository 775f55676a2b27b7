/**
 * The product's mark, in a box of 32 × 32: the outlines of two identical cards, one hooked into the other. The same stands
 * in index.html, which is there before any script, and in public/icon.svg.
 */
export const MARK =
  'M10.3 24H6a3 3 0 0 1-3-3V5a3 3 0 0 1 3-3h10a3 3 0 0 1 3 3v16a3 3 0 0 1-3 3h-.2M21.7 8H26a3 3 0 0 1 3 3v16a3 3 0 0 1-3 3H16a3 3 0 0 1-3-3V11a3 3 0 0 1 3-3h.2';
