// A process of its own for tests that kill it: starts the embedded PostgreSQL in the folder it is given, says where it
// is, and stays.
import { startEmbeddedPostgres } from '../../src/database/embedded-postgres.ts';

const { url } = await startEmbeddedPostgres(process.argv[2]!);
process.stdout.write(`${url}\n`);
setInterval(() => undefined, 60_000);
