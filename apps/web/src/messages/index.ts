/** The page's words in the language it speaks. */
import { page } from './page.en.ts';

export { errorText } from './error-text.svelte.ts';

export const t = page;
