/** Fails a run of Vitest in which no test has the title that was asked for. */
import type { Reporter, TestModule } from 'vitest/node';

// Vitest makes reporters that are named on its command line with `new`.
export default class SomeRan implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const tests = modules.flatMap((module) => [...module.children.allTests()]);
    if (tests.some((test) => test.result().state !== 'skipped')) return;
    const titles = tests.map(({ fullName }) => `  ${fullName}`);
    console.error(`no test has this in its title; there are:\n${titles.join('\n')}`);
    process.exitCode = 1;
  }
}
