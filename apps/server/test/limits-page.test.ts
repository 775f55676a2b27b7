// The operations page has every limit with its value: what is written there is what the service does.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import {
  defaultAtOnce,
  defaultFrameLimits,
  defaultLimits,
  defaultLineLimits,
} from '../src/admission/limits.ts';
import type { Limit } from '../src/admission/limits.ts';
import { projectRoot } from '../src/project-root.ts';

const DAY_MS = 24 * 60 * 60_000;

/** Such as "20 in 10 min". */
function textOf(limit: Limit | number): string {
  if (typeof limit === 'number') return limit.toLocaleString('en');
  const { times, perMs } = limit;
  const time =
    perMs % DAY_MS === 0
      ? `${perMs / DAY_MS} d`
      : perMs % 60_000 === 0
        ? `${perMs / 60_000} min`
        : `${perMs / 1000} s`;
  return `${times.toLocaleString('en')} in ${time}`;
}

test('every limit stands in docs/operations.md with its value, and nothing else does', () => {
  const page = readFileSync(join(projectRoot(), 'docs', 'operations.md'), 'utf8');
  const [, section = ''] = page.split('\n## Limits\n');
  const rows = [...(section.split('\n## ')[0] ?? '').matchAll(/^\| `(\w+)` +\| ([^|]+?) +\|/gm)];
  const written = Object.fromEntries(rows.map(([, name, value]) => [name, value]));
  const all = { ...defaultLimits, ...defaultAtOnce, ...defaultFrameLimits, ...defaultLineLimits };
  expect(written).toEqual(
    Object.fromEntries(Object.entries(all).map(([name, limit]) => [name, textOf(limit)])),
  );
});
