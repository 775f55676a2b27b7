import type { Plugin } from 'vite';

/** Where Svelte notes what else is asked of it, each a variable that is false until something sets it. */
const NOTES = /\/svelte\/src\/internal\/(?:flags\/index|client\/dom\/hydration)\.js$/;

/** Where Svelte waits for expressions that have to be awaited. */
const WAITING = /\/svelte\/src\/internal\/client\/reactivity\/async\.js$/;
/** From where there is something to wait for, in the function that evaluates expressions, to its end. */
const WHERE_IT_WAITS =
  /^\tif \(async\.length === 0 && pending\.length === 0\) \{\n\t\tfn\(deriveds\);[^]*?^\}$/m;
/** What shows something else meanwhile, and counts what is waited for. */
const BOUNDARY = /\/svelte\/src\/internal\/client\/dom\/blocks\/boundary\.js$/;
/** Its methods that do nothing where nothing is waited for. */
const IDLE =
  /^(\t(?:#resolve|#?update_pending_count|#hydrate_pending_content)\(.*\{)$[^]*?^\t\}$/gm;
/** Whether there is something to show meanwhile. */
const HAS_PENDING = '!!this.#props.pending';

/**
 * Builds Svelte without what this page never asks of it: hydration (no component is rendered at the service), experimental
 * asynchronous components, components of Svelte 4 and tracing. Constants in the stead of variables let the bundler drop
 * the code behind them, a tenth of the library.
 */
export const svelteModes = (): Plugin => ({
  name: 'same-deal:svelte-modes',
  apply: 'build',
  transform: {
    filter: { id: [NOTES, WAITING, BOUNDARY] },
    handler(code, id) {
      if (WAITING.test(id)) {
        if (!WHERE_IT_WAITS.test(code)) throw new Error(`${id} is written in another way`);
        return { code: code.replace(WHERE_IT_WAITS, '\tfn(deriveds);\n}'), map: null };
      }
      if (BOUNDARY.test(id)) {
        if (!code.includes(HAS_PENDING)) throw new Error(`${id} is written in another way`);
        return { code: code.replaceAll(IDLE, '$1}').replaceAll(HAS_PENDING, 'false'), map: null };
      }
      const notes = [...code.matchAll(/^export let (\w+) = false;$/gm)].map(
        ([, name = '']) => name,
      );
      if (notes.length === 0) throw new Error(`${id} is written in another way`);
      const set = new RegExp(`^\\t(?:${notes.join('|')}) = .*;$`, 'gm');
      return {
        code: code.replace(/^export let (?=\w+ = false;$)/gm, 'export const ').replace(set, ''),
        map: null,
      };
    },
  },
});
