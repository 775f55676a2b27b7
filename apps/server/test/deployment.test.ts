// What `docker-compose.yml` and `deploy/` set up: who is believed about a visitor's address, and where lines go.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { remoteAddress } from '../src/admission/remote-address.ts';
import { readConfig } from '../src/config.ts';
import { projectRoot } from '../src/project-root.ts';
import { postgresSettings } from '../src/storage/postgres/postgres-settings.ts';
import { freePort } from './support/valkey.ts';

const read = (file: string) => readFileSync(path.join(projectRoot(), file), 'utf8');
const single = read('docker-compose.yml');
const cluster = read('deploy/cluster.yml');

/** The lines of a service, by its name. */
const service = (file: string, name: string): string =>
  new RegExp(`^  ${name}:\\n((?:    .*\\n|\\n)*)`, 'm').exec(file)?.[1] ?? '';
/** What an unset variable of the environment comes to. */
const byDefault = (text: string): string => text.replaceAll(/\$\{\w+:-([^}]*)\}/g, '$1');
const trusted = (file: string): string =>
  byDefault(/TRUST_PROXY: (.*)/.exec(service(file, 'app'))?.[1] ?? '');

/** Whom the service takes a request for. */
function addressBy(trustProxy: string, from: string, forwardedFor: string): string {
  const request = { socket: { remoteAddress: from }, headers: { 'x-forwarded-for': forwardedFor } };
  const { trustProxy: read } = readConfig({ TRUST_PROXY: trustProxy });
  return remoteAddress(read)(request as unknown as IncomingMessage);
}

const FORGED = '203.0.113.9';
/** Where a visitor seems to come from where Docker hides addresses: gateways of its networks. */
const GATEWAYS = [
  '172.17.0.1',
  '172.18.0.1',
  '172.31.255.1',
  '192.168.65.1',
  '10.0.2.2',
  'fd00::1',
];

describe('the composed service', () => {
  test.each([
    ['one node', single],
    ['several nodes', cluster],
  ])('%s: nobody forges an address, also where Docker hides them', (_, file) => {
    expect(trusted(file)).not.toBe('');
    for (const gateway of GATEWAYS) expect(addressBy(trusted(file), gateway, FORGED)).toBe(gateway);
  });

  test('several nodes believe their load balancer, and it alone', () => {
    const balancer = /ipv4_address: (\S+)/.exec(service(cluster, 'load-balancer'))?.[1] ?? '';
    const told = `198.51.100.7, ${FORGED}`;
    expect(addressBy(trusted(cluster), balancer, told)).toBe(FORGED);
    expect(addressBy(trusted(cluster), balancer, `${FORGED}, 172.31.255.1`)).toBe('172.31.255.1');
    // No other container is given that address.
    expect(cluster).toContain('ip_range: 172.31.255.128/25');
  });

  test('several nodes are reached by their load balancer alone', () => {
    for (const node of ['app', 'node-2'])
      expect(service(cluster, node)).toContain('ports: !reset []');
    const published = ['app', 'node-2', 'load-balancer', 'valkey'].filter((name) =>
      /ports:\n\s+- /.test(service(cluster, name)),
    );
    expect(published).toEqual(['load-balancer']);
  });
});

test('a trusted proxy is one also where another has written its port', () => {
  const told = `${FORGED}, 198.51.100.7:40123, 10.0.0.5:6000, [fd00::5]:6000`;
  expect(addressBy('10.0.0.0/8, fd00::/8', '10.0.0.1', told)).toBe('198.51.100.7:40123');
});

test('P8: a connection that has been reset has no address, and asking for it throws nothing', () => {
  const headers = { 'x-forwarded-for': FORGED };
  const request = { socket: { remoteAddress: undefined }, headers };
  expect(remoteAddress('loopback')(request as unknown as IncomingMessage)).toBe('');
});

test('the composed PostgreSQL has the settings of the embedded one', () => {
  const [, command] = /command:\n((?: {6}- .*\n)+)/.exec(service(single, 'db'))!;
  const words = command!.trim().split('\n');
  expect(words.map((word) => word.trim().slice(2))).toEqual([
    'postgres',
    ...postgresSettings.map((setting) => `-c${setting}`),
  ]);
});

test('the composed load balancer finds the nodes at addresses that stay theirs', () => {
  const balancer = service(cluster, 'load-balancer');
  for (const [variable, node] of [
    ['NODE_1', 'app'],
    ['NODE_2', 'node-2'],
  ] as const) {
    const address = /ipv4_address: (\S+)/.exec(service(cluster, node))?.[1];
    expect(balancer).toContain(`${variable}: ${address}:3000`);
  }
});

test('the composed nodes are migrated from a new image while they run, by a container without their addresses', () => {
  const migrating = service(cluster, 'migrate');
  expect(migrating).toMatch(/extends:\n\s+file: docker-compose.yml\n\s+service: app\n/);
  expect(migrating).toContain("command: ['node', 'apps/server/dist/migrate.js']");
  expect(migrating).toContain('ports: !reset []');
  expect(migrating).not.toContain('ipv4_address');
  // Only when it is asked for, and once.
  expect(migrating).toContain('profiles: [tools]');
  expect(migrating).toContain("restart: 'no'");
});

test('a composed service that stops is not killed before it has', () => {
  const seconds = Number(/stop_grace_period: (\d+)s/.exec(service(single, 'app'))?.[1]);
  const [, takesMs = ''] = /CLOSE_WITHIN_MS = (.*);/.exec(read('apps/server/src/main.ts'))!;
  expect(seconds * 1000).toBeGreaterThan(Number(takesMs.replace('_', '')));
});

/** A node that answers who it is, and whether it is ready as it is told; of files it has the one that has its name. */
async function nodeCalled(name: string, isReady: () => boolean) {
  let checks = 0;
  const server = createServer(({ url }, answer) => {
    const isCheck = url === '/readyz';
    if (isCheck) checks += 1;
    const isMissing = url?.startsWith('/assets/') && url !== `/assets/${name}.js`;
    answer.statusCode = isMissing ? 404 : isCheck && !isReady() ? 503 : 200;
    answer.end(name);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  const { port } = server.address() as AddressInfo;
  return { address: `127.0.0.1:${port}`, checks: () => checks };
}

describe.runIf(spawnSync('haproxy', ['-v']).status === 0)('the load balancer', () => {
  test('starts where few files may be open, sends lines where they ask to go, files to who has them, and all to some node where none is ready', async () => {
    let isReady = true;
    const nodes = [
      await nodeCalled('one', () => isReady),
      await nodeCalled('two', () => isReady),
    ] as const;
    const listen = `127.0.0.1:${await freePort()}`;
    const child = spawn('sh', ['-c', 'ulimit -n 256; exec haproxy -db -f deploy/haproxy.cfg'], {
      cwd: projectRoot(),
      env: {
        PATH: process.env['PATH'],
        LISTEN: listen,
        NODE_1: nodes[0].address,
        NODE_2: nodes[1].address,
      },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    let said = '';
    child.stderr.on('data', (chunk: Buffer) => (said += String(chunk)));
    onTestFinished(async () => {
      if (child.exitCode !== null) return;
      child.kill('SIGKILL');
      await once(child, 'exit');
    });
    const ask = (url: string) =>
      fetch(`http://${listen}${url}`).then(
        async (answer) => `${answer.status} ${await answer.text()}`,
        () => 'nobody',
      );
    await expect.poll(() => ask('/'), { timeout: 10_000 }).toMatch(/^200/);
    const line = '/socket.io/?at=ABC234';
    const hashed = await ask(line);
    expect(await ask(line), 'always the same').toBe(hashed);
    expect(await ask(`${line}&node=node-1`)).toBe('200 one');
    expect(await ask(`${line}&node=node-2`)).toBe('200 two');
    // Nodes of two versions: a page of one asks for its scripts at both.
    for (let n = 0; n < 10; n++) {
      expect(await ask('/assets/one.js')).toBe('200 one');
      expect(await ask('/assets/two.js')).toBe('200 two');
    }
    expect(await ask('/assets/three.js')).toMatch(/^404/);
    isReady = false;
    // One after the other the servers of all three parts are found not to be ready.
    await expect.poll(() => said.match(/is DOWN/g)?.length, { timeout: 20_000 }).toBe(6);
    expect(await ask(line)).toMatch(/^200/);
    expect(await ask('/')).toMatch(/^200/);
    expect(said).not.toMatch(/ALERT.*Cannot/);
  }, 60_000);
});
