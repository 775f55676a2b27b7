import { readFile, readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Plugin } from 'vite';

/** What compresses well; pictures are compressed already. The start page is left out: the service edits it. */
const COMPRESSIBLE = /\.(js|css|svg|txt|webmanifest|puz)$/;
/** Anything smaller fits one packet as it is. */
const LEAST_BYTES = 1024;

const forms = [
  {
    ending: '.br',
    pack: (bytes: Buffer) =>
      promisify(brotliCompress)(bytes, {
        params: { [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length },
      }),
  },
  {
    ending: '.gz',
    pack: (bytes: Buffer) => promisify(gzip)(bytes, { level: constants.Z_BEST_COMPRESSION }),
  },
];

/**
 * Puts a brotli and a gzip form beside each file of the page, as small as they get: nothing is hurried in a build.
 * @param before what else is to be written first
 */
export function compress(before: () => Promise<void>): Plugin {
  let folder: string;
  return {
    name: 'same-deal:compress',
    apply: 'build',
    configResolved: ({ root, build }) => {
      folder = path.resolve(root, build.outDir);
    },
    // By now the bundle and the files that are copied as they are lie there.
    async closeBundle() {
      await before();
      const names = await readdir(folder, { recursive: true });
      await Promise.all(
        names
          .filter((name) => COMPRESSIBLE.test(name))
          .map((name) => compressFile(path.join(folder, name))),
      );
    },
  };
}

async function compressFile(file: string): Promise<void> {
  const bytes = await readFile(file);
  if (bytes.length < LEAST_BYTES) return;
  await Promise.all(
    forms.map(async ({ ending, pack }) => {
      const packed = await pack(bytes);
      if (packed.length < bytes.length) await writeFile(file + ending, packed);
    }),
  );
}
