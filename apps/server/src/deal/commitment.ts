import { createHash } from 'node:crypto';
import type { Pack } from '@same-deal/engine';

/** SHA-256(salt ‖ UTF-8 `game/variant` ‖ 0x00 ‖ one byte per card id in pack order) (P1). 32 bytes. */
export function commitmentOf(
  salt: Uint8Array,
  variant: string,
  pack: Pack,
): Uint8Array<ArrayBuffer> {
  const hash = createHash('sha256');
  hash.update(salt).update(variant, 'utf8').update(Uint8Array.of(0)).update(Uint8Array.from(pack));
  return new Uint8Array(hash.digest());
}

export const toHex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');
