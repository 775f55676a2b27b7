/** The report that a run of Vitest writes for `tools/test.ts`: files with their seconds, tests with their titles. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import type { Reporter } from 'vitest/node';

export interface FileReport {
  /** The Vitest project, such as `e2e`. */
  readonly project: string;
  /** From the repository's root. */
  readonly file: string;
  /** Total time of the file, imports included. */
  readonly seconds: number;
  readonly isPassed: boolean;
  /** Full titles of the tests that passed. */
  readonly passed: readonly string[];
  readonly skipped: readonly string[];
}

const root = join(import.meta.dirname, '..');
export const reportFile = join(root, 'node_modules/.cache/same-deal/test-report.json');

/** Writes the report when all tests have run. */
export const keepReport: Reporter = {
  onTestRunEnd(modules) {
    const files = modules.map((module): FileReport => {
      const { prepareDuration, setupDuration, collectDuration, duration } = module.diagnostic();
      const titles = (state: 'passed' | 'skipped') =>
        [...module.children.allTests(state)].map(({ fullName }) => fullName);
      return {
        project: module.project.name,
        file: relative(root, module.moduleId),
        seconds: (prepareDuration + setupDuration + collectDuration + duration) / 1000,
        isPassed: module.ok(),
        passed: titles('passed'),
        skipped: titles('skipped'),
      };
    });
    mkdirSync(dirname(reportFile), { recursive: true });
    writeFileSync(reportFile, JSON.stringify(files, null, 2));
  },
};
