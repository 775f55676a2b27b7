/** The language of the page: each is a build of its own, and the service sends the one that was chosen. */

const YEAR_S = 365 * 24 * 60 * 60;

/** What a language calls itself: `Deutsch`. */
export const nameOfLanguage = (tag: string): string =>
  new Intl.DisplayNames(tag, { type: 'language' }).of(tag) ?? tag;

/** Keeps a choice in this browser, where the service finds it, and loads the page in that language. */
export function chooseLanguage(tag: string): void {
  document.cookie = `language=${tag}; path=/; max-age=${YEAR_S}; samesite=lax`;
  location.reload();
}
