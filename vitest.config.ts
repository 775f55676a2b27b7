import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { BaseSequencer } from 'vitest/node';
import type { TestSpecification } from 'vitest/node';
import { keepReport } from './tools/test-report.ts';

/** Long ones first, so that no worker is left with a long file at the end. */
const FIRST = ['e2e', 'fifth-game', '@same-deal/server', '@same-deal/solver'];

class LongFilesFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rankOf = ({ project }: TestSpecification) =>
      FIRST.includes(project.name) ? FIRST.indexOf(project.name) : FIRST.length;
    return (await super.sort(files)).sort((a, b) => rankOf(a) - rankOf(b));
  }
}

export default defineConfig({
  test: {
    projects: ['packages/*', 'apps/*', 'tools', 'e2e', 'e2e/dev', 'e2e/fifth-game'],
    // Two more than processors: tests wait for browsers, databases and clocks more than half of their time.
    maxWorkers: Math.max(2, availableParallelism()) + 2,
    sequence: { sequencer: LongFilesFirst },
    reporters: ['default', keepReport],
  },
});
