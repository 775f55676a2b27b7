import { defineConfig } from 'vitest/config';
import { fifthGame } from './guide.ts';
import { overlay } from './overlay.ts';

/** A separate project, as its service has a fifth game. */
export default defineConfig({
  plugins: [overlay(fifthGame())],
  test: {
    globalSetup: ['../../apps/server/test/global-setup.ts'],
    name: 'fifth-game',
    include: ['*.test.ts'],
    testTimeout: 240_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 30_000 } },
  },
});
