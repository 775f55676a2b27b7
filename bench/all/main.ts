/**
 * `pnpm bench all --write [--only NAME,…]`: runs every measurement that has not been made on this code yet, one after the
 * other, and writes `docs/measured/<name>.json`. Ended at any time, it has kept what was measured. Exits with 1 if one of
 * them printed no result.
 */
import { spawn, spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { availableParallelism, cpus, totalmem } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { codeCommit, commandOf, fileOf, measurements, readMeasured } from '../../tools/measured.ts';
import type { Measured, Measurement } from '../../tools/measured.ts';

const root = path.join(import.meta.dirname, '../..');
const { values } = parseArgs({ options: { only: { type: 'string' } } });
const only = values.only?.split(',');
const machine = `${availableParallelism()} × ${cpus()[0]?.model.trim() ?? 'unknown'}, ${Math.round(totalmem() / 2 ** 30)} GB`;

/**
 * Runs a measurement as a process of its own, and shows what it prints.
 * @returns its exit status and its last line
 */
function run({ words, minutes }: Measurement): Promise<{ status: number; last: string }> {
  const cli = path.join(root, 'tools/cli/main.ts');
  const child = spawn(process.execPath, ['--import', 'tsx', cli, 'bench', ...words], {
    cwd: root,
    // A group of its own, so that nothing it has started outlives it.
    detached: true,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const end = (): void => {
    try {
      if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
    } catch {
      // All of the group have ended.
    }
  };
  const timer = setTimeout(end, minutes * 60_000);
  const onSignal = (): void => {
    end();
    process.exit(130);
  };
  process.once('SIGINT', onSignal).once('SIGTERM', onSignal);
  let printed = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    process.stdout.write(text);
    printed += text;
  });
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => {
      clearTimeout(timer);
      process.off('SIGINT', onSignal).off('SIGTERM', onSignal);
      resolve({ status: code ?? 1, last: printed.trimEnd().split('\n').at(-1) ?? '' });
    });
  });
}

function parsed(line: string): unknown {
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === 'object' ? (value ?? undefined) : undefined;
  } catch {
    return undefined;
  }
}

const changed = spawnSync('git', ['status', '--porcelain', '--', '.', ':(exclude)docs'], {
  cwd: root,
  encoding: 'utf8',
});
if (changed.status !== 0 || changed.stdout !== '') {
  console.error('commit first: every figure names the commit of its code');
  process.exit(1);
}

const commit = codeCommit();
const failed: string[] = [];
mkdirSync(path.dirname(fileOf('')), { recursive: true });
for (const measurement of measurements) {
  const { name, words } = measurement;
  if (only && !only.includes(name)) continue;
  if (readMeasured(name)?.commit === commit) {
    console.log(`── ${name}: measured before`);
    continue;
  }
  console.log(`── ${name}`);
  const began = new Date();
  const { status, last } = await run(measurement);
  const result = parsed(last);
  if (result === undefined) {
    failed.push(name);
    console.error(`── ${name}: no result`);
    continue;
  }
  const measured: Measured = {
    command: commandOf(words),
    commit,
    at: `${began.toISOString().slice(0, 16)}Z`,
    machine,
    node: process.version,
    seconds: Math.round((Date.now() - began.getTime()) / 1000),
    passed: status === 0,
    result,
  };
  writeFileSync(fileOf(name), `${JSON.stringify(measured, null, 2)}\n`);
}
if (failed.length > 0) {
  console.error(`no result: ${failed.join(', ')}`);
  process.exitCode = 1;
} else console.log('`pnpm format` renews the tables of the documents');
