/**
 * Which rooms may import which: `docs/architecture.md`, as rules for dependency-cruiser. They hold for every import that
 * resolves to a file, by whatever path or package name; for types, too, unless `viaOnly`, `dependencyTypesNot` or a name
 * says otherwise.
 */

/** From one part of the tree to another; tests may reach what they test. */
const never = (name, from, to, more = {}) => ({
  name,
  severity: 'error',
  from: { path: from, pathNot: ['\\.test\\.ts$', ...(more.except ?? [])] },
  to: { path: to, ...more.to },
});

const DOMAIN =
  '^apps/server/src/(race|daily|play|people|deal|duplicate|circle|rating|names|nudge)/';

module.exports = {
  forbidden: [
    never('engine-stands-alone', '^packages/engine/src/', [
      '^(packages/(?!engine/)|apps/|tools/|bench/|e2e/)',
      'node_modules/',
    ]),
    never('solver-knows-the-engine-alone', '^packages/solver/src/', [
      '^(packages/(?!engine/|solver/)|apps/|tools/|bench/|e2e/)',
      'node_modules/',
    ]),
    never('protocol-knows-engine-and-zod', '^packages/protocol/src/', [
      '^(packages/(?!engine/|protocol/)|apps/|tools/|bench/|e2e/)',
      'node_modules/\\.pnpm/(?!zod@)',
    ]),
    never('pure-packages-use-no-node', '^packages/(engine|solver|protocol)/src/', '.', {
      to: { dependencyTypes: ['core'] },
    }),
    never('page-and-service-do-not-know-each-other', '^apps/web/', '^apps/server/'),
    never('service-and-page-do-not-know-each-other', '^apps/server/src/', '^apps/web/'),
    never(
      'nothing-shipped-knows-tools',
      '^(packages/[^/]+|apps/[^/]+)/src/',
      '^(tools|bench|e2e)/',
    ),
    // The schemas would bring all of zod into the page; it takes types, and what has a file of its own.
    never('page-takes-types-of-the-wire', '^apps/web/src/', '^packages/protocol/src/index\\.ts$', {
      to: { dependencyTypesNot: ['type-only'] },
    }),
    never('page-uses-no-node', '^apps/web/src/', '.', { to: { dependencyTypes: ['core'] } }),
    // A search takes seconds: the page hands it to a worker, and the service to a thread.
    never('page-searches-in-a-worker', '^apps/web/src/', '^packages/solver/src/', {
      except: ['worker\\.ts$'],
      to: { dependencyTypesNot: ['type-only'] },
    }),
    never(
      'service-searches-in-threads',
      '^apps/server/src/',
      '^(packages/solver/|apps/server/src/solver/worker\\.ts$)',
      {
        except: ['^apps/server/src/solver/worker\\.ts$'],
      },
    ),
    // The board is told what may be done, and reports what was.
    never(
      'board-knows-neither-line-nor-state',
      '^apps/web/src/board/',
      '^(apps/web/src/(net|state)/|packages/protocol/)',
    ),
    // The domain knows neither SQL nor sockets nor HTTP; it is handed what it needs.
    never('domain-knows-no-way-in-or-out', DOMAIN, [
      '^apps/server/src/(http|line|storage|generated|live)/',
      'node_modules/\\.pnpm/(pg|ioredis|socket\\.io|fastify)@',
    ]),
    never('line-knows-no-http-and-no-storage', '^apps/server/src/line/', [
      '^apps/server/src/(http|storage)/',
      'node_modules/\\.pnpm/pg@',
    ]),
    never('http-knows-no-line', '^apps/server/src/http/', '^apps/server/src/line/'),
    never(
      'what-lies-beneath-knows-no-way-in',
      '^apps/server/src/(storage|admission|cluster)/',
      '^apps/server/src/(line|http|live)/',
    ),
    never('no-circle-of-files', '.', '.', { to: { circular: true } }),
    {
      name: 'no-circle-of-rooms',
      scope: 'folder',
      severity: 'error',
      from: { path: '^apps/server/src' },
      to: { circular: true },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '/generated/' },
    // Types count: what one must know to read a room is what it imports.
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'types', 'default'],
    },
    cache: { folder: 'node_modules/.cache/dependency-cruiser', strategy: 'content' },
  },
};
