import { z } from 'zod';

/** Whoever is signed in on this device. */
export const person = z.object({
  id: z.string(),
  name: z.string(),
  /** True until an account is claimed. */
  isGuest: z.boolean(),
});
export type Person = z.infer<typeof person>;

/** `POST /api/me`: be somebody; makes a guest if nobody is signed in. */
export const meCreate = z.object({});

/** `PATCH /api/me`: change the name. Whether the name is allowed is `normaliseName`'s to say. */
export const meUpdate = z.object({ name: z.string().max(1000) });
export type MeUpdate = z.infer<typeof meUpdate>;

/** `GET /api/me/guests`: who this person was until they were merged, as games played offline may still say. */
export const formerGuests = z.object({ ids: z.array(z.string()) });
export type FormerGuests = z.infer<typeof formerGuests>;

/** The longest name, in visible characters. */
export const NAME_MAX = 24;

// Control, format (with them all bidirectional ones), unassigned and private characters, line separators, and the
// letters that are drawn as nothing.
const NOT_IN_A_NAME = /[\p{C}\p{Zl}\p{Zp}\u115F\u1160\u2800\u3164\uFFA0]/u;
const VISIBLE = /[\p{L}\p{N}\p{P}\p{S}]/u;
// No script needs five marks on one letter; towers of them cover other people's names.
const MARK_TOWER = /\p{M}{5}/u;

/**
 * Puts a name into the form it is kept in: NFC, trimmed, single spaces.
 * @returns null if the name is not allowed (`name-not-allowed`)
 */
export function normaliseName(raw: string): string | null {
  const name = raw
    .normalize('NFC')
    .replace(/\p{Zs}+/gu, ' ')
    .trim();
  if (NOT_IN_A_NAME.test(name) || !VISIBLE.test(name) || MARK_TOWER.test(name)) return null;
  // Scripts in which many letters make one visible character would fill the page with 24 of them.
  if ([...name].length > NAME_MAX * 3) return null;
  return [...new Intl.Segmenter('en').segment(name)].length <= NAME_MAX ? name : null;
}
