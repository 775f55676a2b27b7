// A process of its own for tests that kill it: starts the embedded PostgreSQL in the folder it is given (and on the
// machine it is given as JSON), says where it is, and stays.
import { startEmbeddedPostgres } from '../../src/storage/embedded-postgres.ts';

const { url } = await startEmbeddedPostgres(process.argv[2]!, {
  ...JSON.parse(process.argv[3] ?? '{}'),
  print: (line) => console.error(line),
});
process.stdout.write(`${url}\n`);
setInterval(() => undefined, 60_000);
