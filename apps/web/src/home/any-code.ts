import { packOf } from '@same-deal/engine';
import { homeWords as words } from '../messages/home.en.ts';
import { parseRoute, paths } from '../state/route.ts';

type Meaning =
  | { readonly path: string }
  /** Of a race or of a group: only the service knows which. */
  | { readonly code: string }
  | { readonly mistake: string };

/** A path, with or without a host before it, and what follows a `#`. */
const LINK = /^(?:(?:https?:\/\/)?[^/\s]+)?(\/[^\s?#]*)[^\s#]*(#\S*)?$/i;

/**
 * What somebody typed or pasted: any code that this page shows, or any link to it.
 * @returns where it leads, or in words what it was taken for and why it leads nowhere
 */
export function meaningOf(typed: string): Meaning {
  const text = typed.trim();
  if (text === '') return { mistake: words.joinEmpty };
  const [, path, hash = ''] = LINK.exec(text) ?? [];
  if (path !== undefined) {
    const isOurs = !['lost', 'home'].includes(parseRoute(path).page);
    return isOurs ? { path: path + hash } : { mistake: words.joinNoLink };
  }
  const code = text.toUpperCase().replace(/[\s-]/g, '');
  if (/^[A-Z\d]{6}$/.test(code)) return { code };
  if (/^(?!\d+$)[A-Z\d]{8}$/.test(code)) return { path: `${paths.continue}#${code}` };
  return { mistake: packOf(text, 1).ok ? words.joinIsDeal : words.joinUnknown };
}
