// Generates the database client from prisma/schema.prisma. Does nothing if it is up to date, and may run several
// times at once.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');
const generated = path.join(root, 'apps/server/src/generated');
const stampFile = path.join(generated, 'prisma.stamp');
const lock = path.join(generated, 'prisma.lock');
const STALE_LOCK_MS = 120_000;

const cliManifest = createRequire(import.meta.url).resolve('prisma/package.json');
const cli = JSON.parse(readFileSync(cliManifest, 'utf8'));
const stamp = createHash('sha256')
  .update(cli.version)
  .update(readFileSync(path.join(root, 'prisma/schema.prisma')))
  .digest('hex');

/** The stamp of the existing client; undefined if there is none. */
function currentStamp() {
  try {
    statSync(path.join(generated, 'prisma/client.ts'));
    return readFileSync(stampFile, 'utf8');
  } catch {
    return undefined;
  }
}

/** Takes the lock, which is a folder: creating one is atomic everywhere. */
async function takeLock() {
  mkdirSync(generated, { recursive: true });
  for (;;) {
    try {
      mkdirSync(lock);
      return;
    } catch (error) {
      if (error.code !== 'EEXIST') throw error;
    }
    try {
      if (Date.now() - statSync(lock).mtimeMs > STALE_LOCK_MS) rmSync(lock, { recursive: true });
    } catch {
      // Released by its holder meanwhile.
    }
    await sleep(100);
  }
}

if (currentStamp() !== stamp) {
  await takeLock();
  try {
    if (currentStamp() !== stamp) {
      const { status } = spawnSync(
        process.execPath,
        [path.join(path.dirname(cliManifest), cli.bin.prisma), 'generate', '--no-hints'],
        {
          cwd: root,
          stdio: 'inherit',
          env: {
            ...process.env,
            // Generating never runs this engine, but without the variable Prisma would download it first.
            PRISMA_SCHEMA_ENGINE_BINARY: process.execPath,
            PRISMA_HIDE_UPDATE_MESSAGE: '1',
            CHECKPOINT_DISABLE: '1',
          },
        },
      );
      if (status !== 0) process.exitCode = status ?? 1;
      else writeFileSync(stampFile, stamp);
    }
  } finally {
    rmSync(lock, { recursive: true, force: true });
  }
}
