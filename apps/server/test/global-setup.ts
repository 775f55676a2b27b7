import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { ProvidedContext } from 'vitest';
import type { TestProject } from 'vitest/node';
import { buildIfStale } from '../../../tools/build.ts';
import { startEmbeddedPostgres } from '../src/storage/postgres/embedded-postgres.ts';
import type { EmbeddedPostgres } from '../src/storage/postgres/embedded-postgres.ts';
import { migrate } from '../src/storage/postgres/migrate.ts';
import { query, withDatabase } from './support/sql.ts';
import { startValkey } from './support/valkey.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Connection string of a database that may create others. */
    adminUrl: string;
    /** A migrated, empty database to copy from. */
    templateDatabase: string;
    /** A Valkey or Redis 7 for tests of several nodes; undefined where the machine has none. */
    valkeyUrl: string | undefined;
    /** The folder of the built service, with the script of the solver's threads. */
    serverBuild: string;
  }
}

/** What the whole run shares: the projects that need it are set up one after the other, each by a module of its own. */
interface Shared {
  users: number;
  readonly provided: Promise<Provided>;
}

interface Provided {
  readonly values: ProvidedContext;
  readonly stop: () => Promise<void>;
}

const shared = globalThis as typeof globalThis & { sameDealTests?: Shared | undefined };

/**
 * Provides one build of service and page and one real PostgreSQL for the whole run: the embedded one, or the one at
 * TEST_DATABASE_URL. Vitest calls it for each project that has files to run, so nobody else waits for them.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  shared.sameDealTests ??= { users: 0, provided: provide() };
  const own = shared.sameDealTests;
  own.users += 1;
  const { values, stop } = await own.provided;
  for (const [name, value] of Object.entries(values)) {
    project.provide(name as keyof ProvidedContext, value as never);
  }
  return async () => {
    own.users -= 1;
    if (own.users > 0) return;
    shared.sameDealTests = undefined;
    await stop();
  };
}

async function provide(): Promise<Provided> {
  buildIfStale();
  const given = process.env['TEST_DATABASE_URL'];
  const folder = mkdtempSync(path.join(tmpdir(), 'same-deal-test-'));
  chmodSync(folder, 0o755);
  const embedded = given ? undefined : await startForTests(folder);
  const adminUrl = given ?? embedded!.url;
  const template = `same_deal_template_${process.pid}`;
  await query(adminUrl, `create database ${template}`);
  await migrate(withDatabase(adminUrl, template));
  const valkey = await startValkey(folder);
  const stop = async (): Promise<void> => {
    process.off('SIGTERM', end);
    await valkey?.stop();
    if (given) await query(adminUrl, `drop database ${template} with (force)`);
    await embedded?.stop();
    rmSync(folder, { recursive: true, force: true });
  };
  let ending: Promise<void> | undefined;
  const end = () => void (ending ??= stop().finally(() => process.exit(128 + 15)));
  // Vitest's own listener exits a millisecond later: what was started would outlive it.
  process.removeAllListeners('SIGTERM').once('SIGTERM', end);
  // Nobody reads on, as behind `| head`: it would exit at once for that too.
  for (const output of [process.stdout, process.stderr]) output.on('error', end);
  return {
    values: {
      adminUrl,
      templateDatabase: template,
      valkeyUrl: valkey?.url,
      serverBuild: fileURLToPath(new URL('../dist', import.meta.url)),
    },
    stop,
  };
}

/** Settings that differ from those of the service's own clusters. */
const settings = {
  // This cluster is never killed. Durability is tested with clusters started as the service starts them.
  fsync: 'off',
  full_page_writes: 'off',
  // Several test files run at once, some of them with several nodes.
  max_connections: '400',
};

async function startForTests(folder: string): Promise<EmbeddedPostgres> {
  const usual = await startEmbeddedPostgres(folder);
  for (const [name, value] of Object.entries(settings)) {
    await query(usual.url, `alter system set ${name} = ${value}`);
  }
  await usual.stop();
  return startEmbeddedPostgres(folder);
}
