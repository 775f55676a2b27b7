/** Answers keyboard questions about the table; the words are loaded with the first question. */
import { byEar } from '../messages/by-ear.en.ts';
import type { Announcer } from '../state/announcer.svelte.ts';
import type { PlaySession } from './play-session.svelte.ts';
import type { Question } from './table-keys.ts';

interface Asked {
  readonly session: PlaySession;
  readonly announcer: Announcer;
  /** The pile that "this card" means. */
  readonly pile: () => number;
  readonly lastMove: () => string | undefined;
  /** How everybody stands; undefined where one plays alone. */
  readonly standings: () => Promise<string> | undefined;
}

export function createAsking({ session, announcer, pile, lastMove, standings }: Asked) {
  /** @throws if the words could not be fetched */
  async function answer(question: Exclude<Question, 'repeat'>): Promise<string | undefined> {
    const { answerTo } = await import('./answers.ts');
    const stand = question === 'standings' ? await standings() : undefined;
    const { rules, position, targets, elapsedMs, closesInMs, cardsHome } = session;
    if (!rules || !position) return undefined;
    return answerTo(question, {
      rules,
      position,
      targets,
      pile: pile(),
      lastMove: lastMove(),
      elapsedMs,
      closesInMs,
      cardsHome,
      standings: stand,
    });
  }

  /** Says it to those who listen. */
  function ask(question: Exclude<Question, 'repeat'>): void {
    answer(question).then(
      (text) => text !== undefined && announcer.say(text),
      // Without a line it could not be fetched, and is asked again with the next press.
      () => announcer.say(byEar.noAnswer),
    );
  }

  return { answer, ask };
}
