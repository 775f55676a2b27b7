/** Words of nudges: which one wants, on which devices, and when none. */
import type { NudgeKind } from '@same-deal/protocol';

const kinds: Record<NudgeKind, string> = {
  'rival-played': 'Somebody has played a daily',
  'race-begins': 'My race begins and I’m not there',
  invitation: 'Somebody invites me to a race',
  'streak-ends': 'My streak ends in two hours',
  'duplicate-closes': 'A challenge closes tomorrow',
  'circle-date': 'A race I said yes to begins',
};

/** What one asks for where a kind is offered; of `rival-played` it is `tell`. */
const offers: Record<Exclude<NudgeKind, 'rival-played'>, string> = {
  'race-begins': 'Tell me when a race of mine begins and I’m not there',
  invitation: 'Tell me when somebody invites me to a race',
  'streak-ends': 'Tell me two hours before my streak ends',
  'duplicate-closes': 'Tell me a day before a challenge closes',
  'circle-date': 'Remind me of races I’ll come to',
};

export const nudgeWords = {
  title: 'Nudges',
  lead: 'A short message when something happens. Two a day at most, besides races you said yes to.',
  kinds,
  offers,
  who: 'Tell me when they have played',
  whoHint: 'Choose more on somebody’s page, or after a race.',
  noMore: 'No more',
  noMoreOf: (name: string) => `No more about ${name}`,
  quiet: 'Quiet hours',
  quietOff: 'No quiet hours',
  from: 'From',
  to: 'To',
  quietHint: (zone: string) => `By the clock of ${zone}. Nothing is sent in these hours.`,
  devices: 'Devices',
  here: 'this device',
  device: (browser: string | null, system: string | null) =>
    browser && system ? `${browser} on ${system}` : (browser ?? system ?? 'Unknown device'),
  remove: 'Remove',
  removeDevice: (device: string) => `Remove ${device}: no more nudges there`,
  allow: 'Send them to this device',
  allowed: 'This device shows nudges.',
  /** Why this device shows none, and where they are instead. */
  ways: {
    install:
      'On iPhone and iPad, add this page to the home screen first (Share, then “Add to Home Screen”) and open it there. Until then nudges wait on this page.',
    denied:
      'This browser blocks notices from here. Allow them in its settings for this page. Until then nudges wait on this page.',
    none: 'This browser can’t show notices from here. Nudges wait on this page instead.',
  },
  failed: 'The browser could not subscribe. Try again later; until then nudges wait on this page.',
  waiting: 'New for you',
  seen: 'Dismiss',
  seenAbout: (title: string) => `Dismiss: ${title}`,
  /** On the way to one’s own page. */
  badge: (n: number) => (n === 1 ? '1 new nudge' : `${n} new nudges`),

  tell: (name: string) => `Tell me when ${name} has played`,
  tellHint: 'One message on a day they play a daily.',
  told: (name: string) => `You’ll be told when ${name} has played a daily.`,
  untold: (name: string) => `You won’t be told about ${name} any more.`,
};
