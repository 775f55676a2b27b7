import { createHash, createPrivateKey, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import type { JsonWebKey, KeyObject } from 'node:crypto';
import type { PasskeyOptions } from '@same-deal/protocol';

/** The origin of the page. */
export const LOCAL_ORIGIN = 'http://localhost:3000';
export const base64url = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64url');
const sha256 = (data: Uint8Array | string) => createHash('sha256').update(data).digest();

export interface KeptPasskey {
  readonly id: string;
  /** The private key. */
  readonly key: JsonWebKey;
}

/** Encodes the subset of CBOR that passkeys use: numbers, bytes, texts and maps. */
function cbor(value: number | Uint8Array | string | Map<number | string, unknown>): Buffer {
  const head = (major: number, n: number) =>
    n < 24
      ? Buffer.of((major << 5) | n)
      : n < 256
        ? Buffer.of((major << 5) | 24, n)
        : Buffer.of((major << 5) | 25, n >> 8, n & 255);
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value);
  if (typeof value === 'string') return Buffer.concat([head(3, value.length), Buffer.from(value)]);
  if (value instanceof Uint8Array) return Buffer.concat([head(2, value.length), value]);
  const pairs = [...value].flatMap(([key, inner]) => [cbor(key), cbor(inner as number)]);
  return Buffer.concat([head(5, value.size), ...pairs]);
}

/** A software passkey, whose counter and origin tests may choose freely. */
export class Passkey {
  readonly id: string;
  readonly #privateKey: KeyObject;
  readonly #publicKey: Buffer;
  count = 0;

  /** @param kept a passkey exported by `keep`; without it, a new one is generated */
  constructor(kept?: KeptPasskey) {
    this.id = kept?.id ?? base64url(randomBytes(16));
    this.#privateKey = kept
      ? createPrivateKey({ key: kept.key, format: 'jwk' })
      : generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey;
    const { x, y } = this.#privateKey.export({ format: 'jwk' }) as { x: string; y: string };
    this.#publicKey = cbor(
      new Map<number, unknown>([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, Buffer.from(x, 'base64url')],
        [-3, Buffer.from(y, 'base64url')],
      ]),
    );
  }

  /** Exports the passkey, private key included. */
  keep(): KeptPasskey {
    return { id: this.id, key: this.#privateKey.export({ format: 'jwk' }) };
  }

  #authenticatorData(rpId: string, flags: number, more = Buffer.alloc(0)): Buffer {
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(this.count);
    return Buffer.concat([sha256(rpId), Buffer.of(flags), counter, more]);
  }

  make({ challenge }: PasskeyOptions, at = LOCAL_ORIGIN, rpId = 'localhost') {
    const id = Buffer.from(this.id, 'base64url');
    const attested = Buffer.concat([
      Buffer.alloc(16),
      Buffer.of(0, id.length),
      id,
      this.#publicKey,
    ]);
    const authData = this.#authenticatorData(rpId, 0x45, attested);
    const attestation = new Map<string, unknown>([
      ['fmt', 'none'],
      ['attStmt', new Map()],
      ['authData', authData],
    ]);
    return this.#credential('webauthn.create', challenge, at, {
      attestationObject: base64url(cbor(attestation)),
      transports: ['internal'],
    });
  }

  answer({ challenge }: PasskeyOptions, at = LOCAL_ORIGIN, rpId = 'localhost') {
    const authData = this.#authenticatorData(rpId, 0x05);
    const credential = this.#credential('webauthn.get', challenge, at, {
      authenticatorData: base64url(authData),
    });
    const signed = Buffer.concat([
      authData,
      sha256(Buffer.from(credential.response.clientDataJSON, 'base64url')),
    ]);
    const signature = base64url(sign('sha256', signed, this.#privateKey));
    return { ...credential, response: { ...credential.response, signature } };
  }

  #credential(type: string, challenge: string, at: string, more: object) {
    const clientDataJSON = base64url(Buffer.from(JSON.stringify({ type, challenge, origin: at })));
    const { id } = this;
    return {
      id,
      rawId: id,
      type: 'public-key',
      clientExtensionResults: {},
      response: { clientDataJSON, ...more },
    };
  }
}
