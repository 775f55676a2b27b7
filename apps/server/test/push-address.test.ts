// A push service is at a public address: nobody can have this service knock at the operator's own doors.
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import type { LookupAddress } from 'node:dns';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { createPush } from '../src/nudge/push.ts';
import { createPushService } from '../src/nudge/push-service.ts';
import { isPublicAddress, isPublicEndpoint, lookupAllowed } from '../src/nudge/public-address.ts';
import { pushKeyFrom, pushKeyOf } from '../src/nudge/push-key.ts';

test.each([
  ...['127.0.0.1', '127.255.0.9', '0.0.0.0', '10.1.2.3', '172.16.0.1', '172.31.255.255'],
  ...['192.168.1.1', '169.254.169.254', '100.64.0.1', '198.18.0.1', '192.0.0.8', '192.0.2.1'],
  ...['198.51.100.1', '203.0.113.1', '224.0.0.1', '239.1.1.1', '240.0.0.1', '255.255.255.255'],
  ...['::', '::1', 'fe80::1', 'fe80::1%eth0', 'fc00::1', 'fd12::1', 'ff02::1', '100::1'],
  ...['::ffff:127.0.0.1', '::ffff:8.8.8.8', '::7f00:1', '64:ff9b::7f00:1', '64:ff9b:1::1'],
  ...['2001:db8::1', '2001::1', '2002:7f00:1::1', '3fff::1', '5f00::1', 'localhost', ''],
])('%s is no public address', (address) => {
  expect(isPublicAddress(address)).toBe(false);
});

test.each(['8.8.8.8', '172.32.0.1', '100.128.0.1', '2a00:1450:4001::5f', '2606:4700::1111'])(
  '%s is a public address',
  (address) => {
    expect(isPublicAddress(address)).toBe(true);
  },
);

test.each([
  ...['http://push.example/a', 'https://push.example:8443/a', 'https://me@push.example/a'],
  ...[
    'https://127.0.0.1/a',
    'https://[::1]/a',
    'https://[::ffff:127.0.0.1]/a',
    'https://2130706433/',
  ],
  ...['https://0x7f.1/', 'https://0177.0.0.1/', 'https://127.0.0.1./', 'ftp://push.example/', 'x'],
])('%s is no push service', (endpoint) => {
  expect(isPublicEndpoint(endpoint)).toBe(false);
});

test.each(['https://push.example/a', 'https://push.example:443/a?b', 'https://8.8.8.8/'])(
  '%s may be one',
  (endpoint) => {
    expect(isPublicEndpoint(endpoint)).toBe(true);
  },
);

describe('a name is resolved for the connection itself', () => {
  const resolvedTo = (...answers: LookupAddress[][]) => {
    const lookup = lookupAllowed(isPublicAddress, (_host, _options, done) =>
      done(null, answers.shift() ?? []),
    );
    return (all: boolean) =>
      new Promise((resolve, reject) =>
        lookup('push.example', { all }, (error, address) =>
          error ? reject(error) : resolve(address),
        ),
      );
  };
  const inside = { address: '10.0.0.5', family: 4 };
  const outside = { address: '8.8.8.8', family: 4 };

  test('to its public addresses alone', async () => {
    await expect(resolvedTo([inside, outside])(true)).resolves.toEqual([outside]);
    await expect(resolvedTo([inside, outside])(false)).resolves.toBe('8.8.8.8');
  });

  test('a name that has turned private after it was checked is not connected to', async () => {
    const connect = resolvedTo([outside], [inside]);
    await expect(connect(false)).resolves.toBe('8.8.8.8');
    await expect(connect(false)).rejects.toThrow('no public address');
  });

  test('a subscription whose name leads inside is forgotten', async () => {
    const push = createPushService({ key: pushKeyOf('a secret'), contact: 'mailto:a@b.example' });
    const message = { text: '{}', topic: 't', lastsMs: 1000, isUrgent: false };
    const keys = {
      p256dh: pushKeyOf('a device').publicKey,
      auth: Buffer.alloc(16).toString('base64url'),
    };
    const device = { id: 'a', endpoint: 'https://localhost/a', keys };
    await expect(push.send(device, message)).resolves.toEqual({ kind: 'gone' });
    push.close();
  });
});

test('an idle connection is closed before a push service closes it, as what is sent meanwhile would be lost', async () => {
  const opened: Promise<unknown>[] = [];
  const server = createServer((_, response) => response.writeHead(201).end());
  server.keepAliveTimeout = 0;
  server.on('connection', (socket) => opened.push(once(socket, 'close')));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const push = createPushService({
    key: pushKeyOf('a secret'),
    contact: 'mailto:a@b.example',
    allowsLoopback: true,
  });
  onTestFinished(() => push.close());
  const keys = {
    p256dh: pushKeyOf('a device').publicKey,
    auth: Buffer.alloc(16).toString('base64url'),
  };
  const { port } = server.address() as AddressInfo;
  const device = { id: 'a', endpoint: `http://127.0.0.1:${port}/a`, keys };
  const message = { text: '{}', topic: 't', lastsMs: 1000, isUrgent: false };
  await expect(push.send(device, message)).resolves.toEqual({ kind: 'taken' });
  await expect(push.send(device, message)).resolves.toEqual({ kind: 'taken' });
  expect(opened).toHaveLength(1);
  await opened[0];
});

describe('the thread', () => {
  const message = { topic: 't', lastsMs: 1000, isUrgent: false };
  const device = { id: 'a', endpoint: 'https://push.example/a', keys: { p256dh: '', auth: '' } };

  /** Sends by a thread that says "taken" of all but the texts that have a case here. */
  function pushBy(cases: string, idleMs?: number) {
    const folder = mkdtempSync(path.join(tmpdir(), 'push-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const script = path.join(folder, 'worker.mjs');
    const run = `parentPort.on('message', ({ n, message: { text } }) => {
      switch (text) { ${cases} }
      parentPort.postMessage({ n, delivery: { kind: 'taken', by: threadId } });
    });`;
    writeFileSync(script, `import { parentPort, threadId } from 'node:worker_threads';${run}`);
    const options = { key: pushKeyOf('a secret'), contact: 'mailto:a@b.example' };
    const push = createPush(options, script, idleMs);
    onTestFinished(() => push.close());
    return { push, send: (text: string) => push.send(device, { ...message, text }) };
  }

  test.each([
    ['ends', 'process.exit(1)'],
    ['fails', 'throw new Error("broken")'],
  ])(
    'that %s while it sends is reported of all it had, and the next message has another one',
    async (_, end) => {
      const { send } = pushBy(`case 'end': ${end}; case 'keep': return;`);
      await expect(send('{}')).resolves.toMatchObject({ kind: 'taken' });
      const sent = await Promise.allSettled(['keep', 'end'].map(send));
      expect(sent.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
      await expect(send('{}')).resolves.toMatchObject({ kind: 'taken' });
    },
  );

  test('without anything to send is ended; one that has been given something is not', async () => {
    const { send } = pushBy(
      `case 'late': return void setTimeout(() => parentPort.postMessage({ n, delivery: { kind: 'taken', by: threadId } }), 300);`,
      50,
    );
    const first = await send('{}');
    expect(await send('late')).toEqual(first);
    await expect.poll(() => send('{}'), { interval: 200 }).not.toEqual(first);
  });

  test('that is closed leaves nothing unanswered', async () => {
    const { push, send } = pushBy(`case 'keep': return;`);
    const kept = expect(send('keep')).rejects.toThrow('has ended');
    await push.close();
    await kept;
  });
});

describe('the installation’s key', () => {
  test('follows from its secret, or from a private key that is given', () => {
    const key = pushKeyOf('some secret');
    expect(key).toEqual(pushKeyOf('some secret'));
    expect(key).not.toEqual(pushKeyOf('another secret'));
    expect(pushKeyFrom(key.privateKey)).toEqual(key);
    expect(Buffer.from(key.publicKey, 'base64url')).toHaveLength(65);
    expect(Buffer.from(key.privateKey, 'base64url')).toHaveLength(32);
  });
});
