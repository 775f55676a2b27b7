/**
 * What the embedded PostgreSQL is started with besides its address, as `setting=value`; `docker-compose.yml` has the same.
 *
 * - What a statement carries may be hidden from players: it stays out of the log.
 * - `checkpoint_timeout`, `max_wal_size`: after a checkpoint each page is logged whole when it is first changed. With
 *   thousands of people at play that doubles what each commit has to write, and every five minutes, as PostgreSQL has it by
 *   itself, everybody waits for it. Rarer checkpoints take longer to recover from: about a minute at the most.
 * - `wal_compression`: those whole pages are logged compressed.
 * - `shared_buffers`: what is played today stays in memory.
 * - `jit`: no statement of the service takes long enough to be worth compiling.
 */
export const postgresSettings: readonly string[] = [
  'log_error_verbosity=terse',
  'log_min_error_statement=panic',
  'checkpoint_timeout=15min',
  'max_wal_size=2GB',
  'wal_compression=on',
  'shared_buffers=256MB',
  'jit=off',
];
