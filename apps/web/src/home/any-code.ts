import { packOf } from '@same-deal/engine';
import { codeWords as words } from '../messages/codes.en.ts';
import { errorText } from '../messages/index.ts';
import type { Api } from '../net/api.ts';
import { parseRoute, paths } from '../state/route.ts';

type Meaning =
  | { readonly path: string }
  /** Of a race, a group or a circle: only the service knows which. */
  | { readonly code: string }
  /** Cards that any game can be played with. */
  | { readonly deal: string }
  | { readonly mistake: string };

/** A path, with or without a host before it, and what follows a `#`. */
const LINK = /^(?:(?:https?:\/\/)?[^/\s]+)?(\/[^\s?#]*)[^\s#]*(#\S*)?$/i;
/** Codes hold neither 0 nor 1, which PySolFC's numbers do. */
const GAME_CODE = /^[A-Z2-9]{6}$/;
/** There is no such thing; anything else may be another time. */
const NONE: ReadonlySet<string> = new Set(['not-found', 'bad-request']);
const DEVICE_CODE = /^(?!\d+$)[A-Z\d]{8}$/;

/**
 * What somebody typed or pasted: any code that this page shows, or any link to it.
 * @returns where it leads, or in words what it was taken for and why it leads nowhere
 */
export function meaningOf(typed: string): Meaning {
  const text = typed.trim();
  if (text === '') return { mistake: words.codeEmpty };
  const [, path, hash = ''] = LINK.exec(text) ?? [];
  if (path !== undefined) {
    const isOurs = !['lost', 'home'].includes(parseRoute(path).page);
    return isOurs ? { path: path + hash } : { mistake: words.codeNoLink };
  }
  const code = text.toUpperCase().replace(/[\s-]/g, '');
  if (GAME_CODE.test(code)) return { code };
  if (DEVICE_CODE.test(code)) return { path: `${paths.continue}#${code}` };
  const pack = packOf(text, 1);
  if (pack.ok) return { deal: text };
  const isNothing = pack.reason === 'not-a-deal';
  return { mistake: isNothing ? words.codeUnknown : words.dealMistakes[pack.reason] };
}

/** Where what was typed leads; the service is asked where it must be. */
export async function whereTo(
  typed: string,
  api: Pick<Api, 'duplicate' | 'get'>,
): Promise<Exclude<Meaning, { code: string }>> {
  const meaning = meaningOf(typed);
  if (!('code' in meaning)) return meaning;
  const { code } = meaning;
  const [group, circle] = await Promise.all([
    api.duplicate(code),
    api.get(`/api/circles/codes/${code}`),
  ]);
  if (group.ok) return { path: paths.duplicate(code) };
  if (circle.ok) return { path: paths.circle(code) };
  const unanswered = [group.error, circle.error].find((error) => !NONE.has(error.code));
  if (unanswered) {
    // It may be one of those: it is a race's only if there is one.
    const race = await api.get(`/api/races/${code}`);
    if (!race.ok && race.error.code !== 'race-not-settled')
      return { mistake: errorText(unanswered) };
  }
  return { path: paths.race(code) };
}
