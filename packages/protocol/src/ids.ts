import { gameList, isVariantId } from '@same-deal/engine';
import { z } from 'zod';

/** Letters and digits without look-alikes: what people read out, type and scan. */
export const CODE_SIGNS = '23456789ABCDEFGHJKMNPQRSTUVWXYZ';
export const RACE_CODE_LENGTH = 6;

/** In its one form, lower case: maps keyed by id must never meet two spellings of one. */
export const playId = z.uuid().toLowerCase();
/** Whatever the sign-in library draws; nothing that a database or a log could stumble over. */
export const playerId = z.string().regex(/^[\w-]{1,64}$/);

/** Text of people that is stored as it is: no control characters but line breaks, no halves of characters. */
export const plainText = z.string().regex(/^(?:[^\p{Cs}\p{Cc}]|[\n\t])*$/u);

/** A race's short code, in any case and with blanks or dashes as people type them. */
export const raceCode = z
  .string()
  .max(32)
  .transform((text) => text.toUpperCase().replace(/[\s-]/g, ''))
  .refine(
    (text) =>
      text.length === RACE_CODE_LENGTH && [...text].every((sign) => CODE_SIGNS.includes(sign)),
    {
      message: 'not a race code',
    },
  );

/** `bisley/thirteen` and the like: whatever the engine's registry holds. */
export const variantId = z.string().max(64).refine(isVariantId, { message: 'no such game' });

/** A log entry as 16 bits: a move, undo or concede. */
export const entryCode = z.int().min(0).max(0xffff);
export const entryNumber = z.int().min(1).max(1_000_000);
/** Whole milliseconds. */
export const milliseconds = z.int();

/** `bisley` and the like. */
export const gameId = z
  .string()
  .max(64)
  .refine((text) => gameList.some(({ id }) => id === text), { message: 'no such game' });

/** A day of the UTC calendar such as "2026-11-21". */
export const utcDay = z.iso.date().refine((text) => /^20[2-9]\d-/.test(text), {
  message: 'no day of this calendar',
});

/** Names a daily: one game on one day. */
export const dailyKey = z.object({ day: utcDay, game: gameId });
export type DailyKey = z.infer<typeof dailyKey>;
