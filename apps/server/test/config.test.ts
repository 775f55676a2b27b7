import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { keepSecret, readConfig, readSecret } from '../src/config.ts';
import { pushKeyOf } from '../src/nudge/push-key.ts';
import { projectRoot } from '../src/project-root.ts';

describe('readConfig', () => {
  test('needs nothing', () => {
    expect(readConfig({})).toEqual({
      port: 3000,
      nodeName: hostname(),
      host: '0.0.0.0',
      dataDir: path.join(projectRoot(), 'data'),
      databaseUrl: undefined,
      publicUrl: undefined,
      secret: undefined,
      logLevel: 'info',
      certifies: true,
      migrates: true,
      trustProxy: 'loopback',
    });
  });

  test('takes empty variables for unset ones, and a public address as an origin', () => {
    const config = readConfig({
      PORT: '',
      DATABASE_URL: ' ',
      PUBLIC_URL: 'https://Play.example.org/',
    });
    expect(config).toMatchObject({ port: 3000, databaseUrl: undefined });
    expect(config.publicUrl).toBe('https://play.example.org');
  });

  test.each([
    ['PORT', 'abc'],
    ['CERTIFY', 'perhaps'],
    ['PORT', '70000'],
    ['PORT', '80.5'],
    ['DATABASE_URL', 'mysql://localhost/x'],
    ['PUBLIC_URL', 'play.example.org'],
    ['PUBLIC_URL', 'https://example.org/cards'],
    ['PUBLIC_URL', 'ftp://example.org'],
    ['BETTER_AUTH_SECRET', 'short'],
    ['LOG_LEVEL', 'loud'],
    ['SMTP_URL', 'https://mail.example.org'],
    ['SMTP_FROM', 'nobody'],
    ['MIGRATE', 'later'],
    ['METRICS_TOKEN', 'short'],
    ['PUSH_PRIVATE_KEY', 'x'.repeat(42)],
  ])('P8: names %s when it is %s, and gives an example', (name, value) => {
    const read = () => readConfig({ [name]: value });
    expect(read).toThrow(expect.objectContaining({ name: 'config', startup: true }));
    expect(read).toThrow(new RegExp(`^${name} must be .+; for example ${name}=`));
  });

  test('takes each secret from a file too, and names one that is set twice or cannot be read', () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'config-'));
    const secrets = {
      DATABASE_URL: 'postgresql://me:hunter2@db/cards',
      VALKEY_URL: 'redis://:hunter2@valkey',
      BETTER_AUTH_SECRET: 'hunter2'.repeat(6),
      SMTP_URL: 'smtps://me:hunter2@mail',
      METRICS_TOKEN: 'hunter2'.repeat(3),
      PUSH_PRIVATE_KEY: pushKeyOf('hunter2').privateKey,
    };
    const others = { PUBLIC_URL: 'https://example.org', SMTP_FROM: 'a@example.org' };
    const files = Object.entries(secrets).map(([name, value]) => {
      const file = path.join(folder, name);
      writeFileSync(file, `${value}\n`);
      return [`${name}_FILE`, file] as const;
    });
    expect(readConfig({ ...others, ...Object.fromEntries(files) })).toEqual(
      readConfig({ ...others, ...secrets }),
    );
    for (const [name, file] of files) {
      const secret = name.replace('_FILE', '');
      expect(() => readConfig({ [name]: file, [secret]: 'x' })).toThrow(
        `${secret} and ${name} are both set`,
      );
      expect(() => readConfig({ [name]: `${file}.gone` })).toThrow(`${name} cannot be read`);
    }
    expect(readConfig({ PORT_FILE: '/dev/null' }).port).toBe(3000);
    rmSync(folder, { recursive: true });
  });

  test('sends e-mail only where sender and public address are known, for links begin with it', () => {
    const SMTP_URL = 'smtps://me:hunter2@mail.example.org';
    const SMTP_FROM = 'Same Deal <cards@example.org>';
    const PUBLIC_URL = 'https://play.example.org';
    expect(readConfig({ SMTP_URL, SMTP_FROM, PUBLIC_URL }).smtp).toEqual({
      url: SMTP_URL,
      from: SMTP_FROM,
    });
    for (const env of [{ SMTP_URL }, { SMTP_URL, SMTP_FROM }, { SMTP_URL, PUBLIC_URL }]) {
      expect(() => readConfig(env)).toThrow('SMTP_URL needs SMTP_FROM');
      expect(() => readConfig(env)).not.toThrow(/hunter2/);
    }
  });

  test('names every wrong variable at once, and repeats no secret', () => {
    const env = {
      PORT: 'x',
      BETTER_AUTH_SECRET: 'hunter2',
      DATABASE_URL: 'mysql://me:hunter2@x/y',
      TRUST_PROXY: 'my-proxy',
    };
    expect(() => readConfig(env)).toThrow(
      /PORT.*\n.*DATABASE_URL.*\n.*BETTER_AUTH_SECRET.*\n.*TRUST_PROXY.*"my-proxy"/,
    );
    expect(() => readConfig(env)).not.toThrow(/hunter2/);
  });

  test.each(['DATABASE_URL', 'VALKEY_URL', 'SMTP_URL'])(
    '%s with a password that is not encoded is refused with how to write it, and none of it is repeated',
    (name) => {
      const scheme = { DATABASE_URL: 'postgresql', VALKEY_URL: 'redis', SMTP_URL: 'smtp' }[name];
      for (const cut of [
        '12/',
        '/',
        '12#',
        '#',
        '12?',
        '12?x=',
        '?x=',
        '12/x?b=',
        '12x/',
        'x#',
        'x?',
      ]) {
        const env = { [name]: `${scheme}://me:${cut}hunter2@db.example.org:25/1` };
        expect(() => readConfig(env), cut).toThrow(new RegExp(`^${name} must be .* %2F %3F %23`));
        expect(() => readConfig(env), cut).not.toThrow(/hunter2/);
      }
    },
  );

  test.each([
    'postgresql://me:12%2F%23hunter2@db/cards?sslmode=require',
    'postgresql://me:hunter@2@[::1]:5432/cards',
    'postgresql:///cards?host=/run/postgresql',
    'postgresql://db/cards?user=me@tenant',
    'postgresql://db:5432/cards?user=me@tenant&sslmode=require',
    // As pg takes them.
    'postgresql://db:5432/cards?user=me&password=p@ss&application_name=a@b',
    'postgresql://me:hunter2@db/my@cards',
    'postgresql://me:hunter2@db/cards#x',
  ])('takes %s', (DATABASE_URL) => {
    expect(readConfig({ DATABASE_URL }).databaseUrl).toBe(DATABASE_URL);
  });

  test("wants a secret in production with an operator's own database", () => {
    const env = { NODE_ENV: 'production', DATABASE_URL: 'postgresql://db/x' };
    expect(() => readConfig(env)).toThrow('BETTER_AUTH_SECRET must be set in production');
    expect(() => readConfig({ NODE_ENV: 'production' })).not.toThrow();
    expect(() => readConfig({ ...env, BETTER_AUTH_SECRET: 'x'.repeat(32) })).not.toThrow();
  });
});

describe('readSecret', () => {
  test('makes one secret and keeps it for its owner alone', () => {
    const dataDir = mkdtempSync(path.join(tmpdir(), 'secret-'));
    const secret = readSecret({ dataDir, secret: undefined });
    expect(secret.length).toBeGreaterThanOrEqual(32);
    expect(readSecret({ dataDir, secret: undefined })).toBe(secret);
    expect(readFileSync(path.join(dataDir, 'secret'), 'utf8')).toBe(secret);
    expect(statSync(path.join(dataDir, 'secret')).mode & 0o777).toBe(0o600);
    expect(readSecret({ dataDir, secret: 'given' })).toBe('given');
    rmSync(dataDir, { recursive: true });
  });
});

test.runIf(process.platform === 'linux')(
  'P8: a data folder below one that takes none is refused at once, and not tried for ever',
  () => {
    const script = `import { readSecret } from './apps/server/src/config.ts';
      try { readSecret({ dataDir: '/proc/same-deal/data' }); } catch (error) { console.log(error.name); }`;
    const { stdout } = spawnSync(
      process.execPath,
      ['--import', 'tsx', '--input-type=module', '--eval', script],
      { cwd: projectRoot(), encoding: 'utf8', timeout: 20_000, killSignal: 'SIGKILL' },
    );
    expect(stdout.trim()).toBe('data-folder');
  },
);

describe('where no file can be written to its end, as on a full disk', () => {
  test.runIf(process.platform === 'linux')('P12: no half a secret is left', () => {
    const dataDir = mkdtempSync(path.join(tmpdir(), 'secret-'));
    const script = `import { readSecret } from './apps/server/src/config.ts';
      try { readSecret({ dataDir: process.argv[1] }); console.log('written'); }
      catch (error) { console.log(error.name); }`;
    const { stdout } = spawnSync(
      'sh',
      [
        '-c',
        'ulimit -f 0; exec "$@"',
        'sh',
        process.execPath,
        '--import',
        'tsx',
        '--input-type=module',
        '--eval',
        script,
        dataDir,
      ],
      { cwd: projectRoot(), encoding: 'utf8', env: { ...process.env, TSX_DISABLE_CACHE: '1' } },
    );
    expect(stdout.trim()).toBe('data-folder');
    expect(readdirSync(dataDir)).toEqual([]);
    expect(readSecret({ dataDir, secret: undefined }).length).toBeGreaterThanOrEqual(32);
    rmSync(dataDir, { recursive: true });
  });
});

test('keepSecret keeps another one that was there beside it, for its owner alone', () => {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'secret-'));
  const config = { dataDir, secret: undefined };
  const [first, second] = ['1'.repeat(40), '2'.repeat(40)] as const;
  expect(keepSecret(config, first)).toBe(undefined);
  expect(keepSecret(config, first), 'the same again').toBe(undefined);
  const aside = keepSecret(config, second)!;
  expect(readSecret(config)).toBe(second);
  expect(readFileSync(aside, 'utf8')).toBe(first);
  for (const name of readdirSync(dataDir))
    expect(statSync(path.join(dataDir, name)).mode & 0o777).toBe(0o600);
  expect(readdirSync(dataDir)).toHaveLength(2);
  rmSync(dataDir, { recursive: true });
});
