// A push service on this machine: takes messages as RFC 8030 says, and can be told what to answer. It opens them as the
// device would (RFC 8188, 8291) and checks who has sent them (RFC 8292), with nothing but node:crypto.
import {
  createDecipheriv,
  createECDH,
  createPublicKey,
  hkdfSync,
  randomBytes,
  verify,
} from 'node:crypto';
import type { ECDH } from 'node:crypto';
import { createServer } from 'node:http';
import type { IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { NudgeNews } from '@same-deal/protocol';

/** What arrived, opened. */
export interface Arrived {
  readonly device: string;
  readonly news: NudgeNews;
  readonly headers: IncomingMessage['headers'];
}

/** A status, with a `Retry-After` or without, at its own time or another; `nothing` for no answer at all. */
export type Reply = number | { status: number; retryAfter?: string; date?: Date } | 'nothing';

export interface PushService {
  readonly origin: string;
  /** Everything it was sent, also what it did not take. */
  readonly arrived: Arrived[];
  /** Subscribes a new device, as a browser does. */
  device(): { endpoint: string; keys: { p256dh: string; auth: string } };
  /** What it answers from now on. */
  reply(how: Reply | ((device: string) => Reply)): void;
  close(): Promise<void>;
}

interface Keys {
  readonly pair: ECDH;
  readonly auth: Buffer;
}

/** @param publicKey under which its devices have subscribed; may be set later */
export async function startPushService(publicKey: () => string): Promise<PushService> {
  const devices = new Map<string, Keys>();
  const arrived: Arrived[] = [];
  let how: (device: string) => Reply = () => 201;
  let origin = '';

  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const device = request.url?.slice('/push/'.length) ?? '';
      const keys = devices.get(device);
      if (request.method !== 'POST' || !keys) {
        response.writeHead(404).end();
        return;
      }
      try {
        checkSender(request.headers, origin, publicKey());
        if (!/^\d+$/.test(String(request.headers['ttl']))) throw new Error('no TTL');
        const news = JSON.parse(opened(Buffer.concat(chunks), keys)) as NudgeNews;
        arrived.push({ device, news, headers: request.headers });
      } catch (error) {
        response.writeHead(400).end(String(error));
        return;
      }
      const reply = how(device);
      if (reply === 'nothing') return;
      const { status, retryAfter, date } =
        typeof reply === 'number' ? ({ status: reply } as Exclude<Reply, number | string>) : reply;
      response
        .writeHead(status, {
          ...(retryAfter !== undefined && { 'retry-after': retryAfter }),
          ...(date && { date: date.toUTCString() }),
        })
        .end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  return {
    origin,
    arrived,
    device() {
      const id = randomBytes(12).toString('base64url');
      const pair = createECDH('prime256v1');
      pair.generateKeys();
      const auth = randomBytes(16);
      devices.set(id, { pair, auth });
      return {
        endpoint: `${origin}/push/${id}`,
        keys: {
          p256dh: pair.getPublicKey().toString('base64url'),
          auth: auth.toString('base64url'),
        },
      };
    },
    reply(next) {
      how = typeof next === 'function' ? next : () => next;
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** The JWT is signed with the key that the devices have subscribed under, and good here and now (RFC 8292, 2). */
function checkSender(headers: IncomingMessage['headers'], origin: string, publicKey: string): void {
  const [, token = '', key = ''] =
    /^vapid t=([\w.-]+), ?k=([\w-]+)$/.exec(headers.authorization ?? '') ?? [];
  if (key !== publicKey) throw new Error('another key than the devices have subscribed under');
  const [head = '', claims = '', signature = ''] = token.split('.');
  const raw = Buffer.from(key, 'base64url');
  const point = { x: raw.subarray(1, 33), y: raw.subarray(33) };
  const jwk = {
    kty: 'EC',
    crv: 'P-256',
    x: point.x.toString('base64url'),
    y: point.y.toString('base64url'),
  };
  const isSigned = verify(
    'sha256',
    Buffer.from(`${head}.${claims}`),
    { key: createPublicKey({ key: jwk, format: 'jwk' }), dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  );
  if (!isSigned) throw new Error('a wrong signature');
  const { aud, exp, sub } = JSON.parse(Buffer.from(claims, 'base64url').toString()) as {
    aud: string;
    exp: number;
    sub: string;
  };
  const leftS = exp - Date.now() / 1000;
  if (aud !== origin || leftS <= 0 || leftS > 24 * 3600) throw new Error('not good here, or now');
  if (!/^(mailto:|https:)/.test(sub)) throw new Error('nobody to write to');
}

/** Opens a message as its device does: one record (RFC 8188, 2) under the keys of RFC 8291, 3.4. */
function opened(body: Buffer, { pair, auth }: Keys): string {
  if (body.length > 4_096) throw new Error('more than a push service takes');
  const salt = body.subarray(0, 16);
  const recordSize = body.readUInt32BE(16);
  const keyLength = body.readUInt8(20);
  const sender = body.subarray(21, 21 + keyLength);
  const record = body.subarray(21 + keyLength);
  if (record.length > recordSize) throw new Error('more than one record');
  const shared = pair.computeSecret(sender);
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), pair.getPublicKey(), sender]);
  const input = hkdfSync('sha256', shared, auth, info, 32);
  const key = hkdfSync('sha256', Buffer.from(input), salt, 'Content-Encoding: aes128gcm\0', 16);
  const nonce = hkdfSync('sha256', Buffer.from(input), salt, 'Content-Encoding: nonce\0', 12);
  const decipher = createDecipheriv('aes-128-gcm', Buffer.from(key), Buffer.from(nonce));
  decipher.setAuthTag(record.subarray(-16));
  const padded = Buffer.concat([decipher.update(record.subarray(0, -16)), decipher.final()]);
  const end = padded.lastIndexOf(2);
  if (end < 0) throw new Error('no end of the last record');
  return padded.subarray(0, end).toString();
}
