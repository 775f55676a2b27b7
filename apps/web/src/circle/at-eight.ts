/** Day and time of an appointment, as fields have them and as the service keeps them. */

const two = (n: number): string => String(n).padStart(2, '0');

/** Tonight at eight by this device's clock, or tomorrow where that is over: `2026-11-21T20:00`. */
export function usualTime(now: Date): string {
  const day = new Date(
    now.getFullYear(),
    now.getMonth(),
    now.getDate() + (now.getHours() >= 20 ? 1 : 0),
  );
  return `${day.getFullYear()}-${two(day.getMonth() + 1)}-${two(day.getDate())}T20:00`;
}

/**
 * A field's time in the zone of this device, as a moment: through changes of its clocks, and the same moment for everybody.
 * @returns ISO text; null if it is none
 */
export function atHere(text: string): string | null {
  const at = new Date(text);
  return Number.isNaN(at.getTime()) ? null : at.toISOString();
}
