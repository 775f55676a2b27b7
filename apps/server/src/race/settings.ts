/** The default settings of a race. */
import { gameList, gameOf } from '@same-deal/engine';
import { raceSettings } from '@same-deal/protocol';
import type { RaceSettings, RequestOf } from '@same-deal/protocol';

const usualCap = (variant: string): number =>
  gameList.find(({ id }) => id === gameOf(variant))?.capMinutes ?? 30;

/** Settings with the game's own defaults for what is left out. */
export function completeSettings(asked: RequestOf<'race:create'>): RaceSettings {
  return settingsInSeries(
    raceSettings.parse({
      ...asked,
      closing: asked.closing ?? 'quarter',
      undo: asked.undo ?? 'bounded',
      capMinutes: asked.capMinutes ?? usualCap(asked.variant),
    }),
    1,
  );
}

/**
 * The settings of one race of a series: its games take turns. A time limit that is the usual one of a game stays so.
 * @param number which race of the series, from 1
 * @returns the same settings where there is no series
 */
export function settingsInSeries(settings: RaceSettings, number: number): RaceSettings {
  const { series, capMinutes } = settings;
  const variant = series?.variants[(number - 1) % series.variants.length] ?? settings.variant;
  if (variant === settings.variant) return settings;
  const isUsual = capMinutes === usualCap(settings.variant);
  return { ...settings, variant, capMinutes: isUsual ? usualCap(variant) : capMinutes };
}

/** Whether two settings say the same; what is left out of one may be left out of the other alone. */
export function areSame(a: RaceSettings, b: RaceSettings): boolean {
  const names = new Set(Object.keys({ ...a, ...b }) as (keyof RaceSettings)[]);
  return [...names].every((name) => JSON.stringify(a[name]) === JSON.stringify(b[name]));
}
