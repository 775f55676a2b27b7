/** The key pair by which push services know this installation (VAPID, RFC 8292). */
import { createECDH, hkdfSync } from 'node:crypto';

export interface PushKey {
  /** An uncompressed point of P-256, base64url: what browsers subscribe under. */
  readonly publicKey: string;
  /** 32 bytes, base64url. */
  readonly privateKey: string;
}

/** The order of P-256 (SEC 2, secp256r1). */
const ORDER = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n;
/** 128 bits more than a key has, so that all keys are equally likely to within 2^-128 (FIPS 186-5, A.2.1). */
const DRAWN_BYTES = 48;

/**
 * The key that belongs to the secret which signs sessions: all nodes have the same one, a backup holds it with the
 * secret, and losing the secret loses subscriptions and sessions alike.
 */
export function pushKeyOf(secret: string): PushKey {
  const drawn = Buffer.from(hkdfSync('sha256', secret, '', 'same-deal push key', DRAWN_BYTES));
  const scalar = (BigInt(`0x${drawn.toString('hex')}`) % (ORDER - 1n)) + 1n;
  return pushKeyFrom(
    Buffer.from(scalar.toString(16).padStart(64, '0'), 'hex').toString('base64url'),
  );
}

/**
 * The pair of a private key.
 * @param privateKey 32 bytes, base64url
 * @throws Error if it is none of P-256
 */
export function pushKeyFrom(privateKey: string): PushKey {
  const pair = createECDH('prime256v1');
  pair.setPrivateKey(Buffer.from(privateKey, 'base64url'));
  return { publicKey: pair.getPublicKey().toString('base64url'), privateKey };
}
