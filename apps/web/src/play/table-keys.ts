/** What the keys mean at a table. */

/** What one may ask the table about. */
export type Question =
  | 'movable'
  | 'targets'
  | 'table'
  | 'last-move'
  | 'time'
  | 'standings'
  | 'repeat';

export type TableCommand =
  | 'next-area'
  | 'area-before'
  | 'home'
  | 'deal'
  | 'undo'
  | 'redo'
  | 'collect'
  | 'look'
  | 'help'
  | 'cancel'
  | Question;

/** A key as the browser reports it. */
export interface KeyPress {
  readonly key: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
  readonly shiftKey: boolean;
}

/** Where a key was pressed, and what may follow from it. */
export interface KeyPlace {
  /** The focus is on the cards. */
  readonly isAtBoard: boolean;
  /** False for those who have turned the letters off: their own tools use them. */
  readonly hasLetters: boolean;
  readonly hasEnded: boolean;
}

/** The questions by their letters. */
export const questions: Readonly<Record<string, Question>> = {
  m: 'movable',
  t: 'targets',
  w: 'table',
  l: 'last-move',
  c: 'time',
  s: 'standings',
  o: 'repeat',
};

const commands: Readonly<Record<string, TableCommand>> = {
  ...questions,
  h: 'home',
  d: 'deal',
  z: 'undo',
  y: 'redo',
  a: 'collect',
  p: 'look',
  '?': 'help',
  f1: 'help',
  f6: 'next-area',
  escape: 'cancel',
};

/** What stays when the play has ended. */
const lasting: readonly TableCommand[] = [
  'help',
  'cancel',
  'next-area',
  'area-before',
  'table',
  'last-move',
  'time',
  'standings',
  'repeat',
];

/** What acts wherever the focus is (WCAG 2.1.4): screen readers and speech input use all other keys. */
const everywhere: readonly string[] = ['?', 'escape'];

/**
 * What a key asks of the table: one of its commands, or the name of a key that somebody else has a
 * use for; undefined if it asks nothing.
 * @param more further keys with a meaning, in lower case
 */
export function commandOf(
  { key, ctrlKey, metaKey, altKey, shiftKey }: KeyPress,
  { isAtBoard, hasLetters, hasEnded }: KeyPlace,
  more: readonly string[] = [],
): TableCommand | { readonly more: string } | undefined {
  const name = key.toLowerCase();
  if (altKey || (!isAtBoard && !everywhere.includes(name))) return undefined;
  const isCommand = ctrlKey || metaKey;
  if (isCommand && name === 'z') return hasEnded ? undefined : shiftKey ? 'redo' : 'undo';
  // All other combinations are the browser's.
  if (isCommand && name !== 'y' && name !== 'escape') return undefined;
  if (!isCommand && name.length === 1 && !hasLetters) return undefined;
  if (name === 'f6' && shiftKey) return 'area-before';
  const command = commands[name];
  if (command) return hasEnded && !lasting.includes(command) ? undefined : command;
  return more.includes(name) && !hasEnded ? { more: name } : undefined;
}

/** Whether a key is somebody else's: a field's, a dialog's. */
export function isElsewhere(event: KeyboardEvent): boolean {
  const { target } = event;
  if (!(target instanceof HTMLElement) || event.defaultPrevented || event.isComposing) return true;
  return !!target.closest('input, textarea, select, dialog');
}
