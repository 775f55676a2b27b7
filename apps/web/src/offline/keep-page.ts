import { language } from '../messages/language.en.ts';

/** Long after what the first page needs has come. */
const AFTER_MS = 3_000;

/** Why the page does not open without a line; undefined if it does, after a first visit. */
export const offlineNeeds = (): 'https' | 'browser' | undefined =>
  !isSecureContext ? 'https' : 'serviceWorker' in navigator ? undefined : 'browser';

/** Has the browser keep the page, for when there is no line. */
export function keepPage(): void {
  if (!import.meta.env.PROD || offlineNeeds()) return;
  const { language: tag } = new Intl.Locale(language);
  const script = tag === 'en' ? '/service-worker.js' : `/service-worker.${tag}.js`;
  setTimeout(() => {
    navigator.serviceWorker.register(script, { updateViaCache: 'none' }).catch(() => {
      // Barred, or the line is gone: tried again at the next visit.
    });
  }, AFTER_MS);
}
