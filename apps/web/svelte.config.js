import { readdirSync } from 'node:fs';

/** The components, which a build knows all of; so its names of styles are the same in every language. */
const components = readdirSync(new URL('src', import.meta.url), {
  recursive: true,
  encoding: 'utf8',
})
  .filter((name) => name.endsWith('.svelte'))
  .map((name) => `src/${name.replaceAll('\\', '/')}`)
  .sort();

/**
 * The class by which a component's styles are its own: two characters, as it stands in every rule and element, and
 * with a capital, as no other class has one. A component that has come since gets a longer name.
 * @type {import('svelte/compiler').CompileOptions['cssHash']}
 */
function cssHash({ hash, filename }) {
  const at = components.indexOf(filename.replaceAll('\\', '/'));
  if (at < 0) return `s${hash(filename)}`;
  return String.fromCharCode(65 + Math.floor(at / 36)) + (at % 36).toString(36);
}

/** @type {import('@sveltejs/vite-plugin-svelte').SvelteConfig} */
export default { compilerOptions: { runes: true, cssHash } };
