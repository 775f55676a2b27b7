/**
 * Before each file with tests: properties start from the same seed in every `pnpm test`, so that a commit is either
 * green or red; at night from another one, with many more cases.
 */
import fc from 'fast-check';
import { cases, firstSeed } from './scale.ts';

fc.configureGlobal({ seed: firstSeed, numRuns: cases(100) });
