// Runs in a process of its own, for tests that kill it: starts the embedded PostgreSQL in the given folder (with the
// `Machine` given as JSON), prints its address, and keeps running until it is told to stop.
import { startEmbeddedPostgres } from '../../src/storage/postgres/embedded-postgres.ts';

const { url, stop } = await startEmbeddedPostgres(process.argv[2]!, {
  ...JSON.parse(process.argv[3] ?? '{}'),
  print: (line) => console.error(line),
});
process.stdout.write(`${url}\n`);
const running = setInterval(() => undefined, 60_000);
process.once('SIGTERM', () => void stop().then(() => clearInterval(running)));
