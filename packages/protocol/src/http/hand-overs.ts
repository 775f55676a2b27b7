import { z } from 'zod';
import { guestChoice, mergedGuest } from './accounts.ts';

/** A hand-over is valid for five minutes. */
export const HAND_OVER_EXPIRES_IN_MS = 300_000;

/** A path of this service, such as `/race/ABCD`; never another site's. */
export const localPath = z
  .string()
  .max(200)
  .regex(/^\/(?![/\\])[^\s\\\p{C}]*$/u, 'a path of this service begins with one slash');

/** `POST /api/hand-overs`: let another device go on as this person, at `path`. */
export const handOverCreate = z.object({ path: localPath });
export type HandOverCreate = z.infer<typeof handOverCreate>;

export const handOverCreated = z.object({
  /** For a link or a QR code. */
  token: z.string(),
  /** For typing, e.g. "7K3Q-M0XA". */
  code: z.string(),
  expiresInMs: z.number().int(),
});
export type HandOverCreated = z.infer<typeof handOverCreated>;

const token = z.string().max(100);
const code = z.string().max(100);

/** `POST /api/hand-overs/look`: whose hand-over is it? Does not use it up. */
export const handOverLook = z.union([z.strictObject({ token }), z.strictObject({ code })]);
export type HandOverLook = z.infer<typeof handOverLook>;

export const handOverSeen = z.object({
  /** The person this device would become. */
  name: z.string(),
  /** This device is signed in as that person already. */
  sameAsYou: z.boolean(),
  /** This device's guest, who would be left behind or brought along. */
  youAreGuestNamed: z.string().optional(),
  path: localPath,
});
export type HandOverSeen = z.infer<typeof handOverSeen>;

/** `POST /api/hand-overs/accept`: become that person on this device. */
export const handOverAccept = z.union([
  z.strictObject({ token, guest: guestChoice }),
  z.strictObject({ code, guest: guestChoice }),
]);
export type HandOverAccept = z.infer<typeof handOverAccept>;

export const handOverAccepted = z.object({
  path: localPath,
  name: z.string(),
  merged: mergedGuest.nullable(),
});
export type HandOverAccepted = z.infer<typeof handOverAccepted>;

/** Digits and capitals without I, L, O and U; 5 bits each. */
export const HAND_OVER_ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
/** 40 bits. */
export const HAND_OVER_CODE_LENGTH = 8;

/**
 * Reads a typed code the way it was meant: any case, with or without dashes and spaces, O for 0, I and L for 1.
 * @returns the bare code in capitals, or null if it cannot be one
 */
export function normaliseHandOverCode(raw: string): string | null {
  const bare = raw
    .toUpperCase()
    .replace(/[\s\p{Pd}]/gu, '')
    .replaceAll('O', '0')
    .replace(/[IL]/g, '1');
  if (bare.length !== HAND_OVER_CODE_LENGTH) return null;
  return [...bare].every((letter) => HAND_OVER_ALPHABET.includes(letter)) ? bare : null;
}

/** Groups a bare code for reading: "7K3QM0XA" → "7K3Q-M0XA". */
export function formatHandOverCode(bare: string): string {
  return bare.replace(/(.{4})(?=.)/g, '$1-');
}
