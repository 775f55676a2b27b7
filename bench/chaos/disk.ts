/** A small disk in memory, which can be filled to the last byte. */
import { spawnSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { open, rm } from 'node:fs/promises';
import { join } from 'node:path';

const SIZE = '512m';
const BLOCK = Buffer.alloc(2 ** 20);
/** Sizes of writes, from large to small, so that in the end not a page is free. */
const SIZES = [2 ** 20, 2 ** 16, 2 ** 12];

interface Disk {
  /** Uses up all free space. */
  fill(): Promise<void>;
  makeRoom(): Promise<void>;
  unmount(): void;
}

/** Mounts a disk at a folder; undefined where that is not possible: it needs Linux and root. */
export function mountDisk(folder: string): Disk | undefined {
  mkdirSync(folder, { recursive: true });
  const { status } = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${SIZE}`, 'tmpfs', folder]);
  if (status !== 0) return undefined;
  const ballast = join(folder, 'ballast');
  return {
    async fill() {
      const file = await open(ballast, 'w');
      try {
        for (const size of SIZES)
          for (;;) {
            const { bytesWritten } = await file.write(BLOCK, 0, size).catch(isFull);
            if (bytesWritten < size) break;
          }
      } finally {
        await file.close();
      }
    },
    makeRoom: () => rm(ballast, { force: true }),
    unmount: () => void spawnSync('umount', ['-l', folder]),
  };
}

function isFull(error: NodeJS.ErrnoException): { bytesWritten: number } {
  if (error.code !== 'ENOSPC') throw error;
  return { bytesWritten: 0 };
}
