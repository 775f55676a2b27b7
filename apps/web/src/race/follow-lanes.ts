/**
 * Who runs beside one's own try at a daily: members of one's circles who have ended theirs. Asked for now and then, as the
 * service tells no more than how far they were by now.
 */
import type { AnswerOf } from '@same-deal/protocol';
import type { Transport } from '../net/transport.ts';
import type { PlaySession } from '../play/play-session.svelte.ts';

export type Lane = AnswerOf<'lanes:read'>['lanes'][number];

const SOON_MS = 2_000;
const AGAIN_MS = 5_000;
/** Where there is nobody yet. */
const LATER_MS = 30_000;

/**
 * Asks until the play has ended: what was shown last stays then.
 * @returns the function that stops it
 */
export function followLanes(
  transport: Pick<Transport, 'request'>,
  session: PlaySession,
  take: (lanes: readonly Lane[]) => void,
): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isStopped = false;
  let isAsking = false;
  let askedAt = 0;
  let isAlone = true;
  const isOver = () => isStopped || session.ending !== null;

  async function ask(): Promise<void> {
    if (!document.hidden && !isOver()) {
      isAsking = true;
      askedAt = performance.now();
      const answer = await transport.request('lanes:read', { playId: session.playId });
      isAsking = false;
      if (answer.ok && !isOver()) {
        isAlone = answer.data.lanes.length === 0;
        take(answer.data.lanes);
      }
    }
    askIn(isAlone ? LATER_MS : AGAIN_MS);
  }

  function askIn(ms: number): void {
    clearTimeout(timer);
    if (!isOver()) timer = setTimeout(() => void ask(), ms);
  }

  const seen = () => {
    if (!isAsking && !document.hidden) askIn(0);
  };
  document.addEventListener('visibilitychange', seen);
  const stopListening = session.listen(() => {
    if (!isAsking && !isAlone) askIn(Math.max(0, askedAt + SOON_MS - performance.now()));
  });
  void ask();
  return () => {
    isStopped = true;
    clearTimeout(timer);
    stopListening();
    document.removeEventListener('visibilitychange', seen);
  };
}
