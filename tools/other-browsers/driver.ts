/** What a smoke race needs of a browser driver. Both implementations accept W3C input actions. */

export interface Driver {
  /** The browser's name and version. */
  readonly version: string;
  open(url: string): Promise<void>;
  /** Runs the body of a function in the page; what it returns has to be JSON. */
  run<Result>(body: string): Promise<Result>;
  /** W3C input sources with their actions. */
  act(sources: readonly object[]): Promise<void>;
  close(): Promise<void>;
}

/** A program is not installed: which, and how to get it. */
export class Missing extends Error {}

/** Clicks with the mouse at a position in the window. */
export const pressAt = (driver: Driver, x: number, y: number): Promise<void> =>
  driver.act([
    {
      type: 'pointer',
      id: 'mouse',
      parameters: { pointerType: 'mouse' },
      actions: [
        { type: 'pointerMove', x: Math.round(x), y: Math.round(y), duration: 0 },
        { type: 'pointerDown', button: 0 },
        { type: 'pointerUp', button: 0 },
      ],
    },
  ]);

/** Presses a key, given by its character or its W3C code. */
export const pressKey = (driver: Driver, value: string): Promise<void> =>
  driver.act([
    {
      type: 'key',
      id: 'keys',
      actions: [
        { type: 'keyDown', value },
        { type: 'keyUp', value },
      ],
    },
  ]);
