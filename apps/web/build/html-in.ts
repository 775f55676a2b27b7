import type { Rolldown } from 'vite';

/**
 * The HTML that a build has written so far.
 * @param fileName such as `index.de.html`
 * @throws Error if it has written none of that name: the page would be blank
 */
export function htmlIn(bundle: Rolldown.OutputBundle, fileName: string): string {
  const found = Object.values(bundle).find((file) => file.fileName === fileName);
  if (found?.type !== 'asset') throw new Error(`the build has written no ${fileName}`);
  return String(found.source);
}
