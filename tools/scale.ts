/** The extent of tests: `pnpm test` runs one case of each kind, `pnpm test nightly` many, from fresh seeds. */

const isNightly = process.env['TEST_SCALE'] === 'nightly';

/** The first in `pnpm test`, the second in `pnpm test nightly`. */
export const scaled = <T>(few: T, many: T): T => (isNightly ? many : few);

/** How many cases a property is tried on. */
export const cases = (few: number): number => scaled(few, 20 * few);

/** The first seed of random tests: the same in every `pnpm test`, another each night. */
export const firstSeed = Number(process.env['TEST_SEED'] ?? 1);
