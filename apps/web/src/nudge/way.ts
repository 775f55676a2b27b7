/** How nudges can reach somebody at this device: plain. */

/** What the browser says of itself. */
export interface Ability {
  readonly isSecure: boolean;
  readonly hasPush: boolean;
  readonly permission: NotificationPermission | undefined;
  readonly userAgent: string;
  readonly touchPoints: number;
  /** Opened from the home screen. */
  readonly isInstalled: boolean;
}

/**
 * - `ask`: the browser would ask for permission; `push`: it has been given.
 * - `install`: on iPhones and iPads, whose browsers take notices for installed pages alone.
 * - `denied`: permission was refused, and only the browser's settings can change that.
 * - `none`: nudges are on the page alone.
 */
export type Way = 'ask' | 'push' | 'install' | 'denied' | 'none';

export function wayOf(ability: Ability): Way {
  if (!ability.isSecure) return 'none';
  if (!ability.hasPush || ability.permission === undefined) {
    return isApple(ability) && !ability.isInstalled ? 'install' : 'none';
  }
  if (ability.permission === 'granted') return 'push';
  return ability.permission === 'denied' ? 'denied' : 'ask';
}

/** An iPad says that it is a Mac, but no Mac is touched. */
const isApple = ({ userAgent, touchPoints }: Ability): boolean =>
  /\b(iPhone|iPad|iPod)\b/.test(userAgent) || (/\bMacintosh\b/.test(userAgent) && touchPoints > 1);

/** What this browser says of itself. */
export const abilityHere = (): Ability => ({
  isSecure: isSecureContext,
  hasPush: 'serviceWorker' in navigator && 'PushManager' in globalThis,
  permission: 'Notification' in globalThis ? Notification.permission : undefined,
  userAgent: navigator.userAgent,
  touchPoints: navigator.maxTouchPoints,
  isInstalled: matchMedia('(display-mode: standalone)').matches,
});
