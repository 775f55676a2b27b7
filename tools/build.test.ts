import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { beginBuild, isBuilt, sources } from './build.ts';

describe('what is built', () => {
  let folder: string;
  const source = 'apps/web/src/main.ts';
  const later = new Date(Date.now() + 60_000);
  const earlier = new Date(Date.now() - 60_000);
  const write = (file: string, text: string, time = earlier) => {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), text);
    utimesSync(join(folder, file), time, time);
  };
  /** What the build of the page has written when the pages in other languages are still missing. */
  const writeFirstFiles = () => {
    write('apps/server/dist/main.js', '', later);
    write('apps/web/dist/index.html', '', later);
  };

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'same-deal-build-'));
    for (const one of sources) mkdirSync(join(folder, one), { recursive: true });
    write(source, 'of this release');
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  function build() {
    const finish = beginBuild(folder);
    writeFirstFiles();
    finish();
  }

  it('is up to date until a source changes, appears or goes', () => {
    expect(isBuilt(folder)).toBe(false);
    build();
    expect(isBuilt(folder)).toBe(true);
    write('apps/web/src/more.ts', '');
    expect(isBuilt(folder)).toBe(false);
    rmSync(join(folder, 'apps/web/src/more.ts'));
    expect(isBuilt(folder)).toBe(true);
    rmSync(join(folder, source));
    expect(isBuilt(folder)).toBe(false);
  });

  it('is not up to date after a build that was interrupted', () => {
    beginBuild(folder);
    writeFirstFiles();
    expect(isBuilt(folder)).toBe(false);
    build();
    beginBuild(folder);
    expect(isBuilt(folder), 'whatever was there before').toBe(false);
  });

  it('is not up to date once another release is unpacked over it with the times of its archive', () => {
    build();
    write(source, 'of a former release', earlier);
    expect(isBuilt(folder)).toBe(false);
  });

  it('stays up to date where files are as they were, with new times', () => {
    build();
    write(source, 'of this release', later);
    expect(isBuilt(folder)).toBe(true);
  });

  it('is not what was edited meanwhile', () => {
    const finish = beginBuild(folder);
    write(source, 'edited');
    writeFirstFiles();
    finish();
    expect(isBuilt(folder)).toBe(false);
  });
});
