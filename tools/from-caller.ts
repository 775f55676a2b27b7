import path from 'node:path';

/** A file that somebody has named: pnpm runs scripts in the project's folder, and keeps the caller's in INIT_CWD. */
export const fromCaller = (file: string): string =>
  path.resolve(process.env['INIT_CWD'] ?? process.cwd(), file);
