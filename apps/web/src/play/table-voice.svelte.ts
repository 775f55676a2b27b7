/** Announces events at a table: to screen readers, and in the toast over the cards. */
import type { Position, Solitaire } from '@same-deal/engine';
import type { MoveRejection } from '@same-deal/engine';
import type { Remark } from '../board/board-state.ts';
import type { Announcer } from '../state/announcer.svelte.ts';
import { afterPaint } from '../ui/after-paint.ts';
import { loadOnce } from '../ui/load-once.ts';
import type { Saying } from './narration.ts';
import type * as Narration from './narration.ts';
import type { PlayEvent } from './play-state.ts';
import type { Rule } from './rule-of-refusal.ts';
import { Toast } from './toast.svelte.ts';

/** The words are fetched at the first touch; without a line the next try fetches them. */
const loadNarration = loadOnce(() => import('./narration.ts'));
const loadRules = loadOnce(() => import('./rule-of-refusal.ts'));

const narrate = (say: (words: typeof Narration) => void): Promise<void> =>
  loadNarration().then(
    (words) => afterPaint(() => say(words)),
    () => undefined,
  );

export class TableVoice {
  readonly toast = new Toast();
  readonly #announcer: Announcer;
  #broken = $state.raw<Rule>();
  #lastMove: string | undefined;

  constructor(announcer: Announcer) {
    this.#announcer = announcer;
  }

  /** The rule that what was tried last would have broken. */
  get broken(): Rule | undefined {
    return this.#broken;
  }

  /** The last move in words. */
  get lastMove(): string | undefined {
    return this.#lastMove;
  }

  /** Fetches the words before they are needed. */
  prepare(): void {
    void narrate(() => undefined);
  }

  /** @param goesOn it belongs to what has just been said */
  say({ text, isForAll }: Saying, goesOn = false): void {
    this.#announcer.say(text, goesOn);
    if (!isForAll) return;
    this.#broken = undefined;
    this.toast.show(text);
  }

  /** Says what has happened on a table as it is now. */
  sayEvent(rules: Solitaire, position: Position, cardsHome: number, event: PlayEvent): void {
    void narrate((narration) => {
      const saying = narration.sayingOf(rules, position, cardsHome, event);
      if (event.kind === 'moved' || event.kind === 'undone') this.#lastMove = saying.text;
      this.say(saying, event.kind === 'turned-up');
      if (event.kind === 'refused') this.#findRule(rules.id, event.refusal.rejection);
    });
  }

  /** Keeps the last move in words without saying it. */
  noteMove(rules: Solitaire, position: Position, cardsHome: number, event: PlayEvent): void {
    void narrate(({ sayingOf }) => {
      this.#lastMove = sayingOf(rules, position, cardsHome, event).text;
    });
  }

  /** Says what a touch of the board came to. */
  sayRemark(
    rules: Solitaire,
    position: Position,
    remark: Remark,
    pile: number,
    places: number,
  ): void {
    // What is selected in place of a refused card leaves the reason to be read.
    if (remark === 'selected') this.toast.hide();
    void narrate((narration) => {
      const saying = narration.remarkOn(rules, position, remark, pile, places);
      this.say(saying, remark === 'selected-instead');
    });
  }

  #findRule(variant: string, rejection: MoveRejection | undefined): void {
    if (!rejection) return;
    loadRules().then(
      ({ ruleOfRefusal }) => (this.#broken = ruleOfRefusal(variant, rejection)),
      // The reason itself is on the table.
      () => undefined,
    );
  }
}
