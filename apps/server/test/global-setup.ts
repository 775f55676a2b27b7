import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { TestProject } from 'vitest/node';
import { startEmbeddedPostgres } from '../src/database/embedded-postgres.ts';
import { migrate } from '../src/database/migrate.ts';
import { buildWorker } from './support/build-worker.ts';
import { query, withDatabase } from './support/sql.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Connection string of a database that may create others. */
    adminUrl: string;
    /** A migrated, empty database to copy from. */
    templateDatabase: string;
    /** The built script of the solver's threads. */
    solverWorker: string;
  }
}

/** One real PostgreSQL for the whole run: the embedded one, or the one TEST_DATABASE_URL names. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const given = process.env['TEST_DATABASE_URL'];
  const folder = mkdtempSync(path.join(tmpdir(), 'same-deal-test-'));
  chmodSync(folder, 0o755);
  const embedded = given ? undefined : await startEmbeddedPostgres(folder);
  const adminUrl = given ?? embedded!.url;
  const template = `same_deal_template_${process.pid}`;
  await query(adminUrl, `create database ${template}`);
  await migrate(withDatabase(adminUrl, template));
  project.provide('solverWorker', await buildWorker(folder));
  project.provide('adminUrl', adminUrl);
  project.provide('templateDatabase', template);

  return async () => {
    if (given) await query(adminUrl, `drop database ${template} with (force)`);
    await embedded?.stop();
    rmSync(folder, { recursive: true, force: true });
  };
}
