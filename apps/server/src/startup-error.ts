/** A reason not to start that the operator can do something about; `message` is one clear sentence. */
export interface StartupError extends Error {
  readonly startup: true;
}

/**
 * Makes a startup error.
 * @param name what went wrong, for tests and logs, e.g. `folder-in-use`
 * @param message what the operator should read
 */
export function startupError(name: string, message: string, cause?: unknown): StartupError {
  const error = new Error(message, cause === undefined ? {} : { cause });
  return Object.assign(error, { name, startup: true as const });
}

/** Whether the error was made by `startupError`. */
export function isStartupError(error: unknown): error is StartupError {
  return error instanceof Error && 'startup' in error && error.startup === true;
}

/**
 * Makes the startup error for a data folder that cannot be used.
 * @param name for tests and logs
 * @param dataDir the folder
 * @param cause what the operating system said
 */
export function dataFolderError(name: string, dataDir: string, cause: unknown): StartupError {
  return startupError(
    name,
    `Same Deal did not start: its data folder ${dataDir} cannot be used (${(cause as Error).message}); make it ` +
      'writable for this user, or set DATA_DIR to another folder.',
    cause,
  );
}
