import js from '@eslint/js';
import svelte from 'eslint-plugin-svelte';
import globals from 'globals';
import ts from 'typescript-eslint';

/** A search takes seconds; the service hands it to a thread. */
const searching = ['@same-deal/solver', '**/solver/worker.ts'];

/** Imports run one way; each row names what a room may not reach. */
const rooms = [
  { files: ['packages/engine/src/**'], not: ['@same-deal/*', 'node:*'] },
  {
    files: ['packages/solver/src/**'],
    not: ['@same-deal/protocol*', '@same-deal/server*', '@same-deal/web*', 'node:*'],
  },
  { files: ['packages/protocol/src/**'], not: ['@same-deal/server*', '@same-deal/web*', 'node:*'] },
  { files: ['apps/web/src/**'], not: ['@same-deal/server*', 'node:*'] },
  { files: ['apps/web/src/board/**'], not: ['@same-deal/server*', '**/net/*', '**/state/*'] },
  { files: ['apps/server/src/**'], not: ['@same-deal/web*', ...searching] },
  // What runs in the solver's threads, and never on the event loop.
  { files: ['apps/server/src/solver/worker.ts'], not: ['@same-deal/web*'] },
  // The domain knows neither SQL nor sockets nor HTTP; it is handed what it needs.
  {
    files: ['apps/server/src/{race,daily,play,people,deal}/**'],
    ignores: ['**/*.test.ts'],
    not: [
      '@same-deal/web*',
      ...searching,
      '**/generated/**',
      'pg',
      'ioredis',
      'socket.io*',
      'fastify*',
      '**/http/*',
      '**/line/*',
      '**/storage/*',
    ],
  },
  // The two ways in, and what is beneath them, do not know each other.
  {
    files: ['apps/server/src/line/**'],
    not: ['@same-deal/web*', ...searching, 'pg', '**/http/*', '**/storage/*'],
  },
  { files: ['apps/server/src/http/**'], not: ['@same-deal/web*', ...searching, '**/line/*'] },
  {
    files: ['apps/server/src/{storage,admission,cluster}/**'],
    not: ['@same-deal/web*', ...searching, '**/line/*', '**/http/*'],
  },
];

export default ts.config(
  {
    ignores: ['**/dist/', '**/node_modules/', '**/generated/', 'data/', 'coverage/', '.mutation/'],
  },
  js.configs.recommended,
  ...ts.configs.recommended,
  ...svelte.configs.recommended,
  {
    languageOptions: { globals: { ...globals.node, ...globals.browser } },
    rules: {
      '@typescript-eslint/consistent-type-imports': [
        'error',
        { fixStyle: 'separate-type-imports' },
      ],
      '@typescript-eslint/no-unused-vars': [
        'error',
        { argsIgnorePattern: '^_', varsIgnorePattern: '^_' },
      ],
      eqeqeq: 'error',
    },
  },
  {
    files: ['**/*.svelte', '**/*.svelte.ts'],
    languageOptions: { parserOptions: { parser: ts.parser } },
  },
  ...rooms.map(({ files, ignores, not }) => ({
    files,
    ...(ignores ? { ignores } : {}),
    rules: {
      'no-restricted-imports': [
        'error',
        { patterns: [{ group: not, message: 'Imports run one way; see docs/architecture.md.' }] },
      ],
    },
  })),
);
