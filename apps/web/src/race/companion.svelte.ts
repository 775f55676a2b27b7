/**
 * Side effects of a running race: the screen stays on, a hidden tab counts down in its title and plays a sound at the
 * start, milestones are shown, and the delay of the line is measured. Loaded with the lobby.
 */
import { untrack } from 'svelte';
import { cardsToBringHome } from '../messages/games.ts';
import { companionWords as words } from '../messages/companion.en.ts';
import type { AppContext } from '../state/app.ts';
import { secondsLeft } from './countdown.ts';
import { courseBefore, milestones } from './milestones.ts';
import type { Milestone } from './milestones.ts';
import type { RaceSession } from './race-session.svelte.ts';

/** What a table leaves in the browser's timeline when it has been painted. */
const TABLE_MARK = 'table';
/** The longest delay that the service stores. */
const SHOWN_AFTER_MS_MAX = 60_000;

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

/** Calls for attention from a hidden tab until it is visible. */
function callForAttention(): () => void {
  if (!document.hidden) return () => undefined;
  import('../ui/sounds.ts').then(
    ({ play }) => void play('begins'),
    () => undefined,
  );
  const title = document.title;
  document.title = words.begun;
  const seen = () => (document.title = title);
  document.addEventListener('visibilitychange', seen, { once: true });
  return () => document.removeEventListener('visibilitychange', seen);
}

/** Call-outs are only shown: screen readers announce the others from the standings, and never over an own move. */
function sayMilestone(one: Milestone, { notices, announcer }: AppContext): void {
  if (one.kind === 'you-lead') notices.say(words.youLead);
  else if (one.kind === 'passed-you') {
    notices.say(words.passedYou(one.name), true);
    announcer.sayWhenQuiet(words.passedYou(one.name));
  } else if (one.kind === 'half-way') {
    notices.say(one.isYou ? words.youHalfway : words.halfway(one.name), !one.isYou);
  } else notices.say(one.isYou ? words.youFirstSuit : words.firstSuit(one.name), !one.isYou);
}

/** The estimate of the start and the paint may be so far apart where the table was there first. */
const EARLY_MS = 1_000;

/** Reports once how long after the start, as this page knows it, the table was painted. To be called in an effect. */
function reportShown(race: RaceSession, transport: AppContext['transport']): () => void {
  let isReported = false;
  function report(): void {
    const { startsAt, code } = race;
    if (isReported || startsAt === null) return;
    const shown = performance
      .getEntriesByName(TABLE_MARK)
      .find(({ startTime }) => startTime >= startsAt - EARLY_MS);
    if (!shown) return;
    isReported = true;
    const afterMs = Math.max(0, Math.round(shown.startTime - startsAt));
    // A player who opens their table later was not kept waiting.
    if (afterMs <= SHOWN_AFTER_MS_MAX) void transport.request('race:shown', { code, afterMs });
  }
  const observer = new PerformanceObserver(report);
  observer.observe({ type: 'mark' });
  // The start time may arrive, or be corrected, after the paint.
  $effect(report);
  return () => observer.disconnect();
}

/**
 * Starts the side effects of a race.
 * @returns the function that ends it
 */
export function accompany(race: RaceSession, app: AppContext): () => void {
  const { connection, preferences, transport } = app;
  let course = courseBefore;
  return $effect.root(() => {
    const phase = $derived(race.shownPhase);
    const isOn = $derived(!!race.you && (phase === 'countdown' || phase === 'running'));
    const isPlaying = $derived(isOn && phase === 'running' && !race.play?.ending);
    $effect(() => (isOn ? keepScreenOn() : undefined));
    $effect(() => {
      const startsAt = isOn && phase === 'countdown' ? race.startsAt : null;
      if (startsAt !== null) return countInTitle(startsAt);
      return isPlaying ? untrack(callForAttention) : undefined;
    });
    $effect(() => {
      if (!isPlaying) return;
      const variant = race.snapshot?.settings.variant;
      if (!variant) return;
      const step = milestones(course, race.rows, cardsToBringHome(variant));
      course = step.course;
      if (preferences.all.hideStandings) return;
      untrack(() => {
        for (const one of step.news) sayMilestone(one, app);
      });
    });
    $effect(() => (isPlaying ? reportShown(race, transport) : undefined));
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
