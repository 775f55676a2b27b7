import type Board from '../board/Board.svelte';
import { byEar } from '../messages/by-ear.en.ts';
import type { Announcer } from '../state/announcer.svelte.ts';

/**
 * Leads from one part of the table to the next, and beyond the last one to what stands beside it.
 * @param beyond what the key leads to after the cards, if it is to be seen
 * @param ask says how everybody stands
 */
export function toArea(
  step: 1 | -1,
  board: Board | undefined,
  beyond: HTMLElement | undefined,
  announcer: Announcer,
  ask: (question: 'standings') => void,
): void {
  const isBeside = !board?.has(document.activeElement);
  const area = board?.toArea(step, isBeside);
  if (area) return announcer.say(byEar.areas[area]);
  if (beyond && !isBeside) {
    beyond.focus();
    // Orca says nothing of a heading that gets the focus, and the others say only that it is one.
    return ask('standings');
  }
  const first = board?.toArea(step, true);
  if (first) announcer.say(byEar.areas[first]);
}
