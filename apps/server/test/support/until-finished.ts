/** What a test opens for itself is closed when it has finished, the last first; what a file opens, after its tests. */
import { afterAll, onTestFinished } from 'vitest';
import { buildTestApp } from './app.ts';
import type { TestApp } from './app.ts';
import { createTestDatabase, shareDatabase } from './database.ts';
import type { TestDatabase } from './database.ts';
import { listen, openTab } from './sockets.ts';
import type { Tab } from './sockets.ts';
import type { TestClock } from './test-clock.ts';

/** A fresh database, dropped when the running test has finished. */
export async function newDatabase(): Promise<TestDatabase> {
  const database = await createTestDatabase();
  onTestFinished(() => database.drop());
  return database;
}

/** Opens a tab as `openTab` does, and closes it when the running test has finished. */
export async function tabAt(url: string, cookie?: string): Promise<Tab> {
  const tab = await openTab(url, cookie);
  onTestFinished(() => tab.close());
  return tab;
}

export interface Service extends TestApp {
  readonly clock: TestClock;
  readonly url: string;
  /** Opens a tab, as `tabAt` does. */
  tab(cookie?: string): Promise<Tab>;
}

/**
 * Starts a service, and closes it when the running test has finished.
 * @param database to connect to; without it, one of its own
 */
export async function serve(clock: TestClock, database?: TestDatabase): Promise<Service> {
  const app = await buildTestApp({ clock, ...(database && { database: shareDatabase(database) }) });
  onTestFinished(() => app.close());
  const url = await listen(app.app);
  return { ...app, clock, url, tab: (cookie) => tabAt(url, cookie) };
}

/** Starts a service for all tests of a file, which awaits it at its top, and closes it after them. */
export async function serveAll(
  options: Parameters<typeof buildTestApp>[0] = {},
): Promise<TestApp & { readonly url: string }> {
  const app = await buildTestApp(options);
  afterAll(() => app.close());
  return { ...app, url: await listen(app.app) };
}
