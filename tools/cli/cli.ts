/**
 * The project's command line: `pnpm COMMAND …`. Reads and checks all words before anything is made or run. `--help`
 * anywhere prints help; words that mean nothing are named together with those that do, and exit with 2.
 */
import { Command as Parser, CommanderError, InvalidArgumentError } from 'commander';
import { UsageError } from './command.ts';
import type { Choices, Command } from './command.ts';
import { commands } from './commands.ts';
import { runPrograms } from './run.ts';

function numberOf(text: string): string {
  if (text.trim() === '' || !Number.isFinite(Number(text)))
    throw new InvalidArgumentError('It takes a number.');
  return text;
}

async function checkWords(what: string, words: readonly string[], choices: Choices): Promise<void> {
  const there = typeof choices === 'function' ? await choices() : choices;
  const unknown = words.filter((word) => !there.includes(word));
  if (unknown.length === 0) return;
  throw new UsageError(`no ${what} ${unknown.join(', ')}; there are: ${there.join(', ')}`);
}

/** Checks the words of arguments and options that are among a list. */
async function check(
  { arguments: args = [], options = [] }: Command,
  words: readonly (string | readonly string[] | undefined)[],
  values: Readonly<Record<string, string | boolean | undefined>>,
): Promise<void> {
  for (const [n, { name, choices }] of args.entries()) {
    if (choices)
      await checkWords(`${name.replace(/[^\w-]/g, '')} named`, [words[n] ?? []].flat(), choices);
  }
  for (const { flags, choices } of options) {
    const name = /--([\w-]+)/.exec(flags)?.[1] ?? '';
    const value = values[name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase())];
    if (choices && typeof value === 'string')
      await checkWords(`--${name}`, value.split(','), choices);
  }
}

/** The words of a command line, and what has become of it. */
interface CommandLine {
  /** The words that name the command. */
  readonly before: readonly string[];
  readonly words: readonly string[];
  readonly state: { status: number };
}

/** Adds a command and those below it to the parser. */
function add(parent: Parser, name: string, command: Command, line: CommandLine): void {
  const { what, more, arguments: args = [], options = [], run, writes } = command;
  const before = [...line.before, name];
  const parser = parent.command(name).description(what).helpCommand(false);
  if (more) parser.addHelpText('after', `\n${more}`);
  for (const { name: argument, what: meaning } of args) parser.argument(argument, meaning);
  for (const { flags, what: meaning } of options) {
    if (/<n>/.test(flags)) parser.option(flags, meaning, numberOf);
    else parser.option(flags, meaning);
  }
  if (writes) parser.option('--write', `writes ${writes}; without it nothing is done`);
  for (const [below, one] of Object.entries(command.commands ?? {}))
    add(parser, below, one, { ...line, before });
  if (!run) return;
  parser.action(async (...given: unknown[]) => {
    const values = parser.opts<Record<string, string | boolean | undefined>>();
    await check(command, given as (string | string[] | undefined)[], values);
    if (writes && !values['write'])
      throw new UsageError(`this writes ${writes}: say so with --write`);
    const own = line.words.slice(before.length);
    const words = writes ? own.filter((word) => word !== '--write') : own;
    line.state.status =
      typeof run === 'function' ? await run(words) : await runPrograms(run, words);
  });
}

/** Where it writes, without a line's end added. */
export interface Output {
  readonly out: (text: string) => void;
  readonly error: (text: string) => void;
}

const terminal: Output = {
  out: (text) => void process.stdout.write(text),
  error: (text) => void process.stderr.write(text),
};

/**
 * Carries out a command line.
 * @param words what was typed after `pnpm`
 * @returns the exit status: 2 if the words mean nothing
 */
export async function main(words: readonly string[], output: Output = terminal): Promise<number> {
  const state = { status: 0 };
  const program = new Parser('pnpm')
    .usage('COMMAND [words]')
    .description('Same Deal: race your friends at solitaire on the identical deal.')
    .helpCommand(false)
    .configureOutput({ writeOut: output.out, writeErr: output.error })
    .exitOverride()
    // Errors are followed by what there is.
    .showHelpAfterError();
  for (const [name, command] of Object.entries(commands)) {
    add(program, name, command, { before: [], words, state });
  }
  try {
    await program.parseAsync(words, { from: 'user' });
    return state.status;
  } catch (error) {
    if (error instanceof CommanderError) {
      // Help that was asked for; without words, help says which there are.
      return error.code === 'commander.helpDisplayed' ? 0 : 2;
    }
    output.error(`${error instanceof Error ? error.message.trim() : String(error)}\n`);
    return error instanceof UsageError ? 2 : 1;
  }
}
