// Runs in a process of its own, with few files: opens as many as it may, and prints whether PostgreSQL runs on the cluster.
import { openSync } from 'node:fs';
import { runsOn } from '../../src/storage/postgres/embedded-postgres.ts';

// What is read only once is read before.
runsOn(process.argv[2]!);
try {
  for (;;) openSync('/dev/null', 'r');
} catch (error) {
  if ((error as NodeJS.ErrnoException).code !== 'EMFILE') throw error;
}
process.stdout.write(String(runsOn(process.argv[2]!)));
