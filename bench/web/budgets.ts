/** The lines that the page must keep to. Whatever needs more says so here. */

/** One measured figure and the most it may be. */
export interface Line {
  readonly what: string;
  readonly value: number;
  readonly most: number;
  readonly unit: 'KB' | 'ms' | 'points' | '' | 'tasks';
}

/** Upper limits; kilobytes are of 1,000 bytes, as the browser counts them, headers included. */
export const MOST = {
  scripts: { race: 66, solo: 60, start: 56 },
  styles: 8,
  fonts: 22,
  cls: 0.02,
  lcpMs: 1_500,
  tapToPaintP95Ms: 50,
  /** Tasks of more than 50 ms. */
  longTasks: 0,
  /** Frames dropped beyond those of an empty animation in the same run, in percentage points. */
  droppedPoints: 1,
  secondVisitMs: 300,
} as const;

const holds = ({ value, most }: Line): boolean => value <= most;

/** Prints every line, and returns those that do not hold, in words. */
export function judge(lines: readonly Line[]): string[] {
  for (const line of lines) {
    const sign = holds(line) ? 'holds  ' : 'exceeds';
    console.log(`${sign} ${line.what}: ${line.value} ${line.unit} (at most ${line.most})`);
  }
  return lines
    .filter((line) => !holds(line))
    .map(({ what, value, most, unit }) => `${what}: ${value} ${unit}, at most ${most}`);
}
