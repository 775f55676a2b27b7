/**
 * What goes beside a race while it is run: the screen stays on, a tab that is behind others says in its title when the
 * race starts, and by a sound that it has, milestones are told, and how slow the line is. Fetched with the lobby.
 */
import { untrack } from 'svelte';
import { companionWords as words } from '../messages/companion.en.ts';
import type { AppContext } from '../state/app.ts';
import { secondsLeft } from './countdown.ts';
import { courseBefore, milestones } from './milestones.ts';
import type { RaceSession } from './race-session.svelte.ts';

const TITLE_EVERY_MS = 250;
/** Often enough to notice a train entering a tunnel, seldom enough to be nothing beside the moves. */
const CHECK_EVERY_MS = 5_000;

/** Keeps the screen on, again after each return to the page; where it cannot be kept on, nothing is lost. */
function keepScreenOn(): () => void {
  let lock: WakeLockSentinel | undefined;
  let isOver = false;
  async function ask(): Promise<void> {
    if (document.hidden || !('wakeLock' in navigator)) return;
    const got = await navigator.wakeLock.request('screen').catch(() => undefined);
    if (isOver) void got?.release();
    else lock = got;
  }
  const again = () => void ask();
  document.addEventListener('visibilitychange', again);
  void ask();
  return () => {
    isOver = true;
    document.removeEventListener('visibilitychange', again);
    void lock?.release();
  };
}

/** Counts down in the title of a tab that nobody sees. */
function countInTitle(startsAt: number): () => void {
  const title = document.title;
  const timer = setInterval(() => {
    const seconds = secondsLeft(startsAt, performance.now());
    document.title = document.hidden && seconds > 0 ? words.startsIn(seconds) : title;
  }, TITLE_EVERY_MS);
  return () => clearInterval(timer);
}

/** Calls to a tab that is behind others until somebody looks. */
function callBack(): () => void {
  if (!document.hidden) return () => undefined;
  import('../play/sounds.ts').then(
    ({ play }) => play('begins'),
    () => undefined,
  );
  const title = document.title;
  document.title = words.begun;
  const seen = () => (document.title = title);
  document.addEventListener('visibilitychange', seen, { once: true });
  return () => document.removeEventListener('visibilitychange', seen);
}

/**
 * Goes beside a race.
 * @returns the function that ends it
 */
export function accompany(race: RaceSession, app: AppContext): () => void {
  const { connection, notices, preferences, transport } = app;
  let course = courseBefore;
  return $effect.root(() => {
    const phase = $derived(race.shownPhase);
    const isOn = $derived(!!race.you && (phase === 'countdown' || phase === 'running'));
    const isPlaying = $derived(isOn && phase === 'running' && !race.play?.ending);
    $effect(() => (isOn ? keepScreenOn() : undefined));
    $effect(() => {
      const startsAt = isOn && phase === 'countdown' ? race.startsAt : null;
      if (startsAt !== null) return countInTitle(startsAt);
      return isPlaying ? untrack(callBack) : undefined;
    });
    $effect(() => {
      if (!isPlaying) return;
      const step = milestones(course, race.rows);
      course = step.course;
      if (preferences.all.hideStandings) return;
      untrack(() => {
        for (const one of step.news) {
          notices.say(one.kind === 'you-lead' ? words.youLead : words.passedYou(one.name));
        }
      });
    });
    $effect(() => {
      if (!isPlaying || connection.line !== 'up') return;
      const timer = setInterval(() => {
        const sentAt = performance.now();
        void transport.request('line:check', {}).then(({ ok }) => {
          if (ok) connection.delayMs = performance.now() - sentAt;
        });
      }, CHECK_EVERY_MS);
      return () => {
        clearInterval(timer);
        connection.delayMs = 0;
      };
    });
  });
}
