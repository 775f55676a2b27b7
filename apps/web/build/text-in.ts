import type { Rolldown } from 'vite';

/**
 * A file as a build has written it so far: HTML, a script or styles.
 * @param fileName such as `index.de.html`
 * @throws Error if it has written none of that name: the page would be blank
 */
export function textIn(bundle: Rolldown.OutputBundle, fileName: string): string {
  const found = Object.values(bundle).find((file) => file.fileName === fileName);
  if (!found) throw new Error(`the build has written no ${fileName}`);
  if (found.type === 'chunk') return found.code;
  return typeof found.source === 'string' ? found.source : new TextDecoder().decode(found.source);
}
