import { readFile, readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Plugin } from 'vite';
import { FIRST } from './minify-first.ts';

/** What compresses well and is sent as it is; pictures are compressed already, and the service edits HTML. */
const COMPRESSIBLE = /^(?!preloads).*\.(js|css|svg|txt|webmanifest|json|puz)$/;
/** Anything smaller fits one packet as it is. */
const LEAST_BYTES = 1024;

/** How brotli may write distances, as powers of two and numbers: which suits a file best is found by trying. */
const DISTANCES = [
  [0, 0],
  [0, 8],
  [0, 15],
  [1, 8],
  [1, 16],
] as const;

/** What stands before a first table; in the other files there is too little to gain for the time that it takes. */
const isFirst = (file: string): boolean => {
  const name = path.basename(file).split('-')[0] ?? '';
  return name === 'style' || FIRST.has(name);
};

async function brotli(bytes: Buffer, file: string): Promise<Buffer> {
  const packed = await Promise.all(
    DISTANCES.slice(0, isFirst(file) ? undefined : 1).map(([postfix, direct]) =>
      promisify(brotliCompress)(bytes, {
        params: {
          [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
          [constants.BROTLI_PARAM_NPOSTFIX]: postfix,
          [constants.BROTLI_PARAM_NDIRECT]: direct,
        },
      }),
    ),
  );
  return packed.reduce((least, one) => (one.length < least.length ? one : least));
}

const forms = [
  { ending: '.br', pack: brotli },
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
      const packed = await pack(bytes, file);
      if (packed.length < bytes.length) await writeFile(file + ending, packed);
    }),
  );
}
