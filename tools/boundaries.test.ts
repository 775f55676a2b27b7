import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { copyTree } from '../e2e/support/copied-tree.ts';
import type { CopiedTree } from '../e2e/support/copied-tree.ts';

const root = join(import.meta.dirname, '..');

/** Forbidden imports by the rule that refuses them: a file that would make it, and what it imports. */
const probes: Readonly<Record<string, readonly (readonly [file: string, line: string])[]>> = {
  'engine-stands-alone': [
    ['packages/engine/src/probe-1.ts', `import { solve } from '../../solver/src/index.ts'; solve`],
    [
      'packages/engine/src/probe-2.ts',
      `import type { PlayAnalysis } from '../../protocol/src/index.ts'; export type P = PlayAnalysis`,
    ],
    ['packages/engine/src/probe-3.ts', `export const p = import('../../../apps/web/src/main.ts')`],
  ],
  'solver-knows-the-engine-alone': [
    [
      'packages/solver/src/probe-1.ts',
      `import { raceCode } from '../../protocol/src/index.ts'; raceCode`,
    ],
    ['packages/solver/src/probe-2.ts', `export * from '../../../apps/server/src/clock.ts'`],
    ['packages/solver/src/probe-3.ts', `import '../../../apps/web/src/main.ts'`],
  ],
  'protocol-knows-engine-and-zod': [
    [
      'packages/protocol/src/probe-1.ts',
      `import { solve } from '../../solver/src/index.ts'; solve`,
    ],
    ['packages/protocol/src/probe-2.ts', `export * from '../../../apps/server/src/clock.ts'`],
    [
      'packages/protocol/src/probe-3.ts',
      `import type { Clock } from '../../../apps/server/src/clock.ts'; export type C = Clock`,
    ],
  ],
  'pure-packages-use-no-node': [
    ['packages/engine/src/probe-4.ts', `import 'node:fs'`],
    ['packages/solver/src/probe-4.ts', `import { join } from 'path'; join`],
    ['packages/protocol/src/probe-4.ts', `import { createHash } from 'node:crypto'; createHash`],
  ],
  'page-and-service-do-not-know-each-other': [
    [
      'apps/web/src/probe-1.ts',
      `import { startClock } from '../../server/src/clock.ts'; startClock`,
    ],
    [
      'apps/web/src/pages/probe-1.ts',
      `import type { Clock } from '../../../server/src/clock.ts'; export type C = Clock`,
    ],
    [
      'apps/web/src/Probe.svelte',
      `<script lang="ts">import { startClock } from '../../server/src/clock.ts'; startClock</script>`,
    ],
  ],
  'service-and-page-do-not-know-each-other': [
    ['apps/server/src/probe-1.ts', `import '../../web/src/main.ts'`],
    [
      'apps/server/src/race/probe-1.ts',
      `import { t } from '../../../web/src/messages/index.ts'; t`,
    ],
    ['apps/server/src/http/probe-1.ts', `export const p = import('../../../web/src/main.ts')`],
  ],
  'page-takes-types-of-the-wire': [
    ['apps/web/src/probe-2.ts', `import { raceCode } from '@same-deal/protocol'; raceCode`],
    [
      'apps/web/src/net/probe-2.ts',
      `import { raceCode } from '../../../../packages/protocol/src/index.ts'; raceCode`,
    ],
    [
      'apps/web/src/Probe2.svelte',
      `<script lang="ts">import { raceCode } from '@same-deal/protocol'; raceCode</script>`,
    ],
  ],
  'page-searches-in-a-worker': [
    ['apps/web/src/probe-3.ts', `import { solve } from '@same-deal/solver'; solve`],
    [
      'apps/web/src/play/probe-3.ts',
      `import { solve } from '../../../../packages/solver/src/index.ts'; solve`,
    ],
    [
      'apps/web/src/Probe3.svelte',
      `<script lang="ts">import { solve } from '@same-deal/solver'; solve</script>`,
    ],
  ],
  'service-searches-in-threads': [
    ['apps/server/src/probe-3.ts', `import { solve } from '@same-deal/solver'; solve`],
    [
      'apps/server/src/deal/probe-3.ts',
      `import { solve } from '../../../../packages/solver/src/index.ts'; solve`,
    ],
    ['apps/server/src/play/probe-3.ts', `import '../solver/worker.ts'`],
  ],
  'board-knows-neither-line-nor-state': [
    [
      'apps/web/src/board/probe-1.ts',
      `import type { PlayAnalysis } from '@same-deal/protocol'; export type P = PlayAnalysis`,
    ],
    ['apps/web/src/board/probe-2.ts', `import { useApp } from '../state/app.ts'; useApp`],
    [
      'apps/web/src/board/probe-3.ts',
      `import type { Transport } from '../net/transport.ts'; export type T = Transport`,
    ],
  ],
  'domain-knows-no-way-in-or-out': [
    ['apps/server/src/race/probe-4.ts', `import pg from 'pg'; pg`],
    [
      'apps/server/src/people/probe-4.ts',
      `import { peopleRepository } from '../storage/people/people.ts'; peopleRepository`,
    ],
    [
      'apps/server/src/daily/probe-4.ts',
      `import type { Server } from 'socket.io'; export type S = Server`,
    ],
  ],
  'line-knows-no-http-and-no-storage': [
    ['apps/server/src/line/probe-5.ts', `import { refusal } from '../http/errors.ts'; refusal`],
    [
      'apps/server/src/line/handlers/probe-5.ts',
      `import { peopleRepository } from '../../storage/people/people.ts'; peopleRepository`,
    ],
    ['apps/server/src/line/handlers/probe-6.ts', `import pg from 'pg'; pg`],
  ],
  'http-knows-no-line': [
    ['apps/server/src/http/probe-5.ts', `import { register } from '../line/register.ts'; register`],
    [
      'apps/server/src/http/probe-6.ts',
      `import type * as R from '../line/rooms.ts'; export type T = typeof R`,
    ],
    ['apps/server/src/http/probe-7.ts', `export const p = import('../line/versions.ts')`],
  ],
  'what-lies-beneath-knows-no-way-in': [
    ['apps/server/src/storage/probe-5.ts', `import { refusal } from '../http/errors.ts'; refusal`],
    [
      'apps/server/src/admission/probe-5.ts',
      `import type * as R from '../line/rooms.ts'; export type T = typeof R`,
    ],
    ['apps/server/src/cluster/probe-5.ts', `export const p = import('../live/live.ts')`],
  ],
  'no-circle-of-files': [
    ['packages/engine/src/probe-6.ts', `export { p } from './probe-6.ts'`],
    [
      'apps/web/src/probe-6.ts',
      `import type { p } from './probe-6.ts'; export const p = 1 as number`,
    ],
    ['apps/server/src/race/probe-6.ts', `export const p = () => import('./probe-6.ts')`],
  ],
};
/** A room that knows its neighbour, which knows it, without a circle of files. */
const roomProbes = [
  [
    'apps/server/src/deal/probe-8.ts',
    `import type { P } from '../play/probe-8.ts'; export type Q = P`,
  ],
  [
    'apps/server/src/play/probe-8.ts',
    `import type { O } from '../deal/probe-9.ts'; export type P = O`,
  ],
  ['apps/server/src/deal/probe-9.ts', `export type O = 1`],
] as const;
const allProbes = [...Object.values(probes).flat(), ...roomProbes];

interface Violation {
  readonly from: string;
  readonly to: string;
  readonly rule: { readonly name: string };
}

/**
 * How far imports are followed from a probe: through the probes of two rooms. That the rules refuse nothing of what is
 * there is for `pnpm lint` to say, which follows all.
 */
const DEPTH = 2;

let tree: CopiedTree;
let found: readonly Violation[];

/** The links by which packages find each other and what they use. */
function linkModules(folder: string): void {
  mkdirSync(join(folder, 'node_modules'), { recursive: true });
  symlinkSync(join(root, 'node_modules/.pnpm'), join(folder, 'node_modules/.pnpm'));
  symlinkSync(join(root, 'node_modules/@types'), join(folder, 'node_modules/@types'));
  for (const group of ['apps', 'packages']) {
    for (const name of readdirSync(join(root, group))) {
      const modules = join(group, name, 'node_modules');
      cpSync(join(root, modules), join(folder, modules), {
        recursive: true,
        verbatimSymlinks: true,
        filter: (file) =>
          !/node_modules[\\/]\.(?!pnpm)/.test(file.slice(root.length + modules.length)),
      });
    }
  }
}

beforeAll(() => {
  tree = copyTree();
  linkModules(tree.folder);
  for (const [file, line] of allProbes) {
    mkdirSync(dirname(join(tree.folder, file)), { recursive: true });
    writeFileSync(join(tree.folder, file), `${line}\n`);
  }
  const words = ['--config', 'tools/boundaries.cjs', '--no-cache', '--output-type', 'json'];
  const { stdout, stderr, error } = spawnSync(
    join(root, 'tools/node_modules/.bin/depcruise'),
    [...words, '--max-depth', String(DEPTH), ...allProbes.map(([file]) => file)],
    { cwd: tree.folder, encoding: 'utf8', maxBuffer: 2 ** 28 },
  );
  if (!stdout) throw new Error(`${stderr} ${String(error)}`);
  found = (JSON.parse(stdout) as { summary: { violations: Violation[] } }).summary.violations;
}, 240_000);
afterAll(() => tree?.remove());

describe('lint', () => {
  it('refuses promises that nobody awaits', () => {
    const files = ['packages/engine', 'apps/server', 'apps/web'].map(
      (folder) => `${folder}/src/unawaited-probe.ts`,
    );
    const lines =
      'export async function later(): Promise<number> { return 1; }\nexport function go(): void { later(); }\n';
    for (const file of files) writeFileSync(join(tree.folder, file), lines);
    const words = [
      '--type-aware',
      '-A',
      'all',
      '-D',
      'typescript/no-floating-promises',
      '--format',
      'json',
    ];
    const { stdout } = spawnSync(join(root, 'node_modules/.bin/oxlint'), [...words, ...files], {
      cwd: tree.folder,
      encoding: 'utf8',
    });
    const { diagnostics } = JSON.parse(stdout) as {
      diagnostics: { filename: string; code: string }[];
    };
    expect(diagnostics.map(({ filename }) => filename).sort()).toEqual([...files].sort());
  });
});

describe('the boundaries', () => {
  const list = Object.entries(probes).flatMap(([rule, files]) =>
    files.map(([file, line]) => [rule, file, line] as const),
  );
  it.each(list)('%s refuses what %s imports', (rule, file) => {
    const of = found.filter(({ from }) => from === file).map(({ rule: { name } }) => name);
    expect(of).toContain(rule);
  });

  it('refuse a circle of rooms, types included', () => {
    const rooms = found.filter(({ rule: { name } }) => name === 'no-circle-of-rooms');
    expect(rooms.map(({ from, to }) => `${from} ${to}`)).toContain(
      'apps/server/src/deal apps/server/src/play',
    );
  });

  it('refuse nothing else', () => {
    const wrong = found.filter(
      ({ from, rule: { name } }) => !/probe/i.test(from) && name !== 'no-circle-of-rooms',
    );
    expect(wrong.map(({ from, rule: { name } }) => `${name}: ${from}`)).toEqual([]);
  });
});
