import { language } from '../messages/language.en.ts';
import { languages } from '../state/languages.ts';

/** How soon it is looked again whether it is a good time. */
const AGAIN_MS = 3_000;
/** Some browsers never call a page idle on a busy machine: then it is done all the same. */
const IDLE_WITHIN_MS = 10_000;

/** Why the page does not open without a line; undefined if it does, after a first visit. */
export const offlineNeeds = (): 'https' | 'browser' | undefined =>
  !isSecureContext ? 'https' : 'serviceWorker' in navigator ? undefined : 'browser';

/** What was chosen in this browser; undefined if nothing was, or a language that the page was not built in. */
const chosenLanguage = (): string | undefined =>
  languages.find((tag) => `; ${document.cookie};`.includes(`; language=${tag};`));

/**
 * Has the browser keep the page, for when there is no line.
 * @param isBusy whether the line is needed for something else, such as a race that runs
 */
export function keepPage(isBusy: () => boolean): void {
  if (!import.meta.env.PROD || offlineNeeds()) return;
  // This page may have been kept before another language was chosen: that one's is kept from now on.
  const tag = chosenLanguage() ?? new Intl.Locale(language).language;
  const script = tag === 'en' ? '/service-worker.js' : `/service-worker.${tag}.js`;
  whenQuiet(isBusy, () => {
    navigator.serviceWorker.register(script, { updateViaCache: 'none' }).catch(() => {
      // Barred, or the line is gone: tried again at the next visit.
    });
  });
}

/** Does something once, when the page has nothing to do and is not busy. */
export function whenQuiet(isBusy: () => boolean, then: () => void): void {
  if (isBusy()) setTimeout(() => whenQuiet(isBusy, then), AGAIN_MS);
  else if ('requestIdleCallback' in globalThis) {
    requestIdleCallback(then, { timeout: IDLE_WITHIN_MS });
  } else then(); // Safari has no such call.
}
