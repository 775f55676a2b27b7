import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { nodeArguments } from '../../apps/server/src/node-arguments.ts';
import { main } from './cli.ts';
import type { Argument, Command } from './command.ts';
import { commands } from './commands.ts';

const root = join(import.meta.dirname, '..', '..');

/** Every command and group of commands, by its words. */
const all = (
  list: Readonly<Record<string, Command>>,
  before: readonly string[] = [],
): [string, Command][] =>
  Object.entries(list).flatMap(([name, command]) => {
    const words = [...before, name];
    return [[words.join(' '), command], ...all(command.commands ?? {}, words)] as [
      string,
      Command,
    ][];
  });
const everything = all(commands);

async function typed(...words: string[]): Promise<{ status: number; printed: string }> {
  let printed = '';
  const write = (text: string) => (printed += text);
  const status = await main(words, { out: write, error: write });
  return { status, printed };
}

const gitStatus = () =>
  execFileSync('git', ['status', '--porcelain'], { cwd: root, encoding: 'utf8' });

/** A word that an argument takes. */
const wordOf = ({ choices }: Argument): string =>
  (Array.isArray(choices) ? choices[0] : undefined) ?? '1';

describe('every command', () => {
  const before = gitStatus();

  it.each(everything)('%s --help prints help and does nothing', async (name, { what }) => {
    const { status, printed } = await typed(...name.split(' '), '--help');
    expect(status).toBe(0);
    expect(printed).toContain(`Usage: pnpm ${name}`);
    expect(printed.replace(/\s+/g, ' ')).toContain(what);
  });

  it.each(everything)(
    '%s names an option that it does not know, and those that it has',
    async (name) => {
      const { status, printed } = await typed(...name.split(' '), '--no-such-option');
      expect(status).toBe(2);
      expect(printed).toMatch(/unknown option '--no-such-option'[^]*Options:/);
    },
  );

  const closed = everything.filter(([, { commands: below, run, arguments: args = [] }]) =>
    below && !run ? true : args.every(({ choices }) => choices),
  );
  it.each(closed)(
    '%s names a word that it does not know, and does nothing',
    async (name, { commands: below, arguments: [first] = [] }) => {
      const { status, printed } = await typed(...name.split(' '), 'no-such-word');
      expect(status).toBe(2);
      if (first) expect(printed).toMatch(/^no .+ named no-such-word; there are: \w/);
      for (const one of Object.keys(below ?? {})) expect(printed).toContain(one);
    },
  );

  const writers = everything.filter(([, { writes }]) => writes);
  it.each(writers)(
    '%s changes nothing without --write',
    async (name, { writes, arguments: args = [] }) => {
      const { status, printed } = await typed(...name.split(' '), ...args.map(wordOf));
      expect(status).toBe(2);
      expect(printed).toContain(`this writes ${writes}`);
    },
  );

  it('leaves the working tree as it was', () => expect(gitStatus()).toBe(before));
});

describe('a command line', () => {
  it('lists all commands where there are no words, or unknown ones', async () => {
    for (const words of [[], ['no-such-command']]) {
      const { status, printed } = await typed(...words);
      expect(status).toBe(2);
      for (const name of Object.keys(commands)) expect(printed).toContain(`  ${name} `);
    }
  });

  it('takes only numbers where they are meant, and names the wrong one', async () => {
    const { status, printed } = await typed('bench', 'chaos', '--faults', 'some');
    expect(status).toBe(2);
    expect(printed).toContain("'some' is invalid");
  });

  it('takes a title only with a test file whose tests may have it', async () => {
    const { status, printed } = await typed('test', 'unit', '--title', 'a win');
    expect(status).toBe(2);
    expect(printed).toContain('name one as well');
  });

  it('fails where no test has the title, and says which there are', () => {
    const words = ['test', 'engine/src/log.test', '--title', 'no such title'];
    const { status, stderr } = spawnSync(
      process.execPath,
      ['--import', 'tsx', 'tools/cli/main.ts', ...words],
      { cwd: root, encoding: 'utf8' },
    );
    expect(status).toBe(1);
    expect(stderr).toMatch(/there are:\n  \w/);
  });

  it('checks each of several words of an option', async () => {
    const { status, printed } = await typed('bench', 'sparring', '--games', 'bisley,whist');
    expect(status).toBe(2);
    expect(printed).toMatch(/^no --games whist; there are: bisley/);
  });

  it('is what package.json’s scripts call, one for each command', () => {
    const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
      scripts: Record<string, string>;
    };
    for (const name of Object.keys(commands))
      expect(scripts[name]).toContain(`tools/cli/main.ts ${name}`);
  });

  it('is the only one that documents and comments name', () => {
    const ofPnpm = 'add|audit|exec|install|licenses|outdated|pack|publish|update|unused|dlx';
    const list = execFileSync(
      'git',
      [
        'grep',
        '-hoE',
        '[`"]?(npx -y )?pnpm(@12)?( --silent)? [a-z][a-z:-]+( [a-z:-]+)?',
        '--',
        '*.md',
        '.env.example',
        'tools',
        'bench',
        'apps/*/src',
        'e2e',
        'prisma',
      ],
      { cwd: root, encoding: 'utf8' },
    );
    // In running text pnpm itself may be what is spoken of; a command is quoted, or begins with npx.
    const named = list.split('\n').filter((line) => /^[`"]|^npx/.test(line));
    const unknown = named.filter((line) => {
      const [, name = '', below = ''] =
        /pnpm(?:@12)?(?: --silent)? ([a-z:-]+)(?: ([a-z:-]+))?/.exec(line) ?? [];
      if (new RegExp(`^(${ofPnpm})$`).test(name)) return false;
      const found = commands[name];
      const groups = Object.keys(found?.commands ?? {});
      return !found || (!found.run && below !== '' && !groups.includes(below));
    });
    expect(named.length).toBeGreaterThan(50);
    expect(unknown).toEqual([]);
  });

  it('ends without a stack trace where a program finds its input wrong', () => {
    const tried = [
      'verify README.md',
      'verify no-such-file',
      'conform no-such-file',
      'solve bisley no-deal',
    ];
    for (const line of tried) {
      const words = ['--import', 'tsx', 'tools/cli/main.ts', ...line.split(' ')];
      const { status, stdout, stderr } = spawnSync(process.execPath, words, {
        cwd: root,
        encoding: 'utf8',
      });
      expect(status, line).toBeGreaterThan(0);
      expect(stdout + stderr).not.toMatch(/^ +at /m);
      expect(stdout + stderr).toMatch(/README\.md|no-such-file|no-deal/);
    }
  });
});

it('the container starts Node as `pnpm start` does', () => {
  const [, command = ''] =
    /^CMD (\[.*\])$/m.exec(readFileSync(join(root, 'Dockerfile'), 'utf8')) ?? [];
  expect(JSON.parse(command)).toEqual(['node', ...nodeArguments, 'apps/server/dist/main.js']);
});
