import type { ReplaySession } from './replay-session.svelte.ts';

/** The keys of a film: arrows step, Home and End leap, blank runs and stops it. */
export function filmKeys(replay: ReplaySession): (event: KeyboardEvent) => void {
  return (event) => {
    const { target } = event;
    const isTyping = target instanceof Element && target.closest('input, select, textarea, dialog');
    if (isTyping || event.metaKey || event.ctrlKey || event.altKey) return;
    // On the cards the arrows go from pile to pile.
    if (event.defaultPrevented) return;
    const isOnControl = target instanceof Element && target.closest('button, a, summary');
    const keys: Record<string, () => void> = {
      ArrowLeft: () => replay.step(-1),
      ArrowRight: () => replay.step(1),
      Home: () => replay.step(-replay.last),
      End: () => replay.step(replay.last),
      ...(isOnControl ? {} : { ' ': () => replay.toggle() }),
    };
    const act = keys[event.key];
    if (!act) return;
    event.preventDefault();
    act();
  };
}
