// A node that sends nudges and nothing else, as a process of its own that a test can kill. It prints a line once it runs.
import { clockFrom } from '../../src/clock.ts';
import { createPush } from '../../src/nudge/push.ts';
import { pushKeyOf } from '../../src/nudge/push-key.ts';
import { startSender } from '../../src/nudge/sender.ts';
import { openDatabase } from '../../src/storage/database.ts';
import { nudgesRepository } from '../../src/storage/nudge/nudges.ts';

const [url = '', secret = '', pushWorker] = process.argv.slice(2);
const onFault = (error: unknown) => console.error(error);
const database = openDatabase(url, onFault);
const key = pushKeyOf(secret);
const push = createPush({ key, contact: 'mailto:a@b.example', allowsLoopback: true }, pushWorker);
const store = nudgesRepository(database);
startSender({ store, push, clock: clockFrom(Date.now), onFault });
// Its timers alone would not keep it running.
setInterval(() => {}, 60_000);
console.log('runs');
