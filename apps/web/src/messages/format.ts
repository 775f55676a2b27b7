/** Lengths of time as people read them, in the page's language. */
import { decimalText } from './counting.ts';
import { point } from './language.en.ts';

const two = (n: number): string => String(n).padStart(2, '0');

/** Whole seconds: `0:07`, `12:34`, `1:02:03`. */
export function clockText(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1000));
  const [h, m, s] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  return h > 0 ? `${h}:${two(m)}:${two(s)}` : `${m}:${two(s)}`;
}

/** What is left, rounded up, so that 0:00 means over. */
export const leftText = (ms: number): string => clockText(Math.ceil(ms / 1000) * 1000);

/** A result: minutes, seconds and tenths, `3:07.4`. Tenths are cut off, never rounded up. */
export function resultTime(ms: number): string {
  const tenths = Math.max(0, Math.floor(ms / 100));
  return `${clockText(Math.floor(tenths / 10) * 1000)}${point}${tenths % 10}`;
}

/** Seconds and tenths, `0.3`, to the nearest tenth. */
export const tenthsText = (ms: number): string => decimalText(ms / 1000, 1);
