/** What a command of the command line is: its words, what it needs made beforehand, and the program that does it. */

/** Something on the command line that means nothing: exits with 2. */
export class UsageError extends Error {}

export interface Argument {
  /** As help shows it: `<file>`, `[deal]` or `[game...]`. */
  readonly name: string;
  readonly what: string;
  /** The words it may be; asked for only when the command is used. */
  readonly choices?: Choices;
}

export interface Option {
  /** As the parser takes it, such as `--seconds <n>`; `<n>` takes numbers only. */
  readonly flags: string;
  readonly what: string;
  /** The words it may be, several of them separated by commas. */
  readonly choices?: Choices;
}

export type Choices = readonly string[] | (() => Promise<readonly string[]>);

/** What is made before a program runs, unless it is there: the database's client, or service and page. */
export type Need = 'client' | 'build';

export interface Program {
  readonly needs?: Need;
  /** A Vite configuration that bundles the program first, from the project's folder. */
  readonly bundle?: string;
  /** TypeScript, or a bundle; from the project's folder. */
  readonly file: string;
  /** Words that come before those of the command line. */
  readonly words?: readonly string[];
  /** Arguments for Node itself. */
  readonly node?: readonly string[];
  /** A program that this one is run by, such as `dbus-run-session --`. */
  readonly under?: readonly string[];
}

export interface Command {
  readonly what: string;
  /** Shown below the options. */
  readonly more?: string;
  readonly arguments?: readonly Argument[];
  readonly options?: readonly Option[];
  /**
   * What it writes into files that git tracks: then it does nothing without `--write`.
   * @see Command.options for one that can do without writing, and takes `--write` itself
   */
  readonly writes?: string;
  /** What to run, one after the other while each succeeds; a function, answering the exit status, where it depends on the words. */
  readonly run?: readonly Program[] | ((words: readonly string[]) => Promise<number>);
  readonly commands?: Readonly<Record<string, Command>>;
}
