/** At each visit of somebody who has asked for nudges: what they have not seen is on the page and on the app's icon. */
import type { NudgeNews } from '@same-deal/protocol';
import { mount, unmount } from 'svelte';
import type { Api } from '../net/api.ts';
import type { Router } from '../state/router.svelte.ts';
import Badge from './Badge.svelte';
import { lookAfter } from './device.ts';
import { nudgeApi } from './nudge-api.ts';

const LOOK_EVERY_MS = 5 * 60_000;

interface Badged {
  setAppBadge?(count: number): Promise<void>;
  clearAppBadge?(): Promise<void>;
}

/** Shows how many there are; also on the icon of the installed page, where there is one. */
function show(count: number): void {
  const { setAppBadge, clearAppBadge } = navigator as Badged;
  void (count > 0 ? setAppBadge?.call(navigator, count) : clearAppBadge?.call(navigator))?.catch(
    () => {},
  );
  if (badge) void unmount(badge);
  badge = undefined;
  const target = document.querySelector('header .you');
  if (count > 0 && target) badge = mount(Badge, { target, props: { count } });
}
let badge: object | undefined;
let hasBegun = false;

/** Looks every few minutes while the page is seen; what is about the page that is open has been seen. */
export async function visit(api: Api, router: Pick<Router, 'path'>): Promise<void> {
  if (hasBegun) {
    dispatchEvent(new Event('nudges-seen'));
    return;
  }
  hasBegun = true;
  const nudges = nudgeApi(api);
  const look = async () => {
    if (document.visibilityState === 'hidden') return;
    const answer = await nudges.waiting();
    if (!answer.ok) return;
    const isOpen = ({ path }: NudgeNews) => path === router.path;
    for (const { kind, subject } of answer.data.nudges.filter(isOpen)) {
      await nudges.seen(kind, subject);
    }
    show(answer.data.nudges.filter((one) => !isOpen(one)).length);
  };
  await look();
  setInterval(() => void look(), LOOK_EVERY_MS);
  document.addEventListener('visibilitychange', () => void look());
  addEventListener('nudges-seen', () => void look());
  // What a device takes nudges by goes with its session.
  addEventListener('session-renewed', () => {
    void look();
    void lookAfter(nudges);
  });
  await lookAfter(nudges);
}
