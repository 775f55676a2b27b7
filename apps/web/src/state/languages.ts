/** The languages the page was built in, by their tags. */
export const languages: readonly string[] = (
  (import.meta.env.VITE_LANGUAGES as string | undefined) ?? 'en'
).split(' ');
