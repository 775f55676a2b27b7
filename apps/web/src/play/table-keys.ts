/** What the keys mean at a table. */

export type TableCommand =
  'to-cards' | 'home' | 'deal' | 'undo' | 'redo' | 'collect' | 'look' | 'help' | 'cancel';

/** A key as the browser reports it. */
export interface KeyPress {
  readonly key: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
  readonly shiftKey: boolean;
}

const commands: Readonly<Record<string, TableCommand>> = {
  // Tab does not reach buttons in Safari, as it comes.
  arrowup: 'to-cards',
  arrowdown: 'to-cards',
  arrowleft: 'to-cards',
  arrowright: 'to-cards',
  h: 'home',
  d: 'deal',
  z: 'undo',
  y: 'redo',
  c: 'collect',
  p: 'look',
  '?': 'help',
  escape: 'cancel',
};

/** What stays when the play has ended. */
const lasting: readonly TableCommand[] = ['help', 'cancel'];

/**
 * What a key asks of the table: one of its commands, or the name of a key that somebody else has a
 * use for; undefined if it asks nothing.
 * @param more further keys with a meaning, in lower case
 */
export function commandOf(
  { key, ctrlKey, metaKey, altKey, shiftKey }: KeyPress,
  hasEnded: boolean,
  more: readonly string[] = [],
): TableCommand | { readonly more: string } | undefined {
  if (altKey) return undefined;
  const name = key.toLowerCase();
  const isCommand = ctrlKey || metaKey;
  if (isCommand && name === 'z') return hasEnded ? undefined : shiftKey ? 'redo' : 'undo';
  // All other combinations are the browser's.
  if (isCommand && name !== 'y' && name !== 'escape') return undefined;
  const command = commands[name];
  if (command) return hasEnded && !lasting.includes(command) ? undefined : command;
  return more.includes(name) && !hasEnded ? { more: name } : undefined;
}

/** Whether a key is meant for the table: not for another control, a field or a dialog. */
export function isForTable(event: KeyboardEvent, root: HTMLElement | undefined): boolean {
  const { target } = event;
  if (!(target instanceof HTMLElement) || event.defaultPrevented || event.isComposing) return false;
  // Whoever is at another control means that one; a heading, or the page around the table, takes no keys.
  const isElsewhere = target.tabIndex >= 0 && !root?.contains(target);
  return !isElsewhere && !target.closest('input, textarea, select, dialog');
}
