import { expect, test } from 'vitest';
import { wayOf } from './way.ts';
import type { Ability, Way } from './way.ts';

const desktop: Ability = {
  isSecure: true,
  hasPush: true,
  permission: 'default',
  userAgent: 'Mozilla/5.0 (X11; Linux x86_64) Chrome/140',
  touchPoints: 0,
  isInstalled: false,
};
const iPhone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Safari/604.1';
const iPad = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Safari/605.1.15';
const noPush = { hasPush: false, permission: undefined };

test.each<[string, Partial<Ability>, Way]>([
  ['a browser that has not been asked', {}, 'ask'],
  ['one that has permitted it', { permission: 'granted' }, 'push'],
  ['one that has refused', { permission: 'denied' }, 'denied'],
  ['a page without https', { isSecure: false }, 'none'],
  ['a browser without push', noPush, 'none'],
  ['an iPhone’s browser', { userAgent: iPhone, touchPoints: 5, ...noPush }, 'install'],
  ['an iPad’s browser', { userAgent: iPad, touchPoints: 5, ...noPush }, 'install'],
  ['a Mac’s browser without push', { userAgent: iPad, ...noPush }, 'none'],
  [
    'the installed page of an iPhone',
    { userAgent: iPhone, touchPoints: 5, isInstalled: true },
    'ask',
  ],
])('%s: %s', (_, ability, way) => {
  expect(wayOf({ ...desktop, ...ability })).toBe(way);
});
