/** A process of its own for the attack, so that what it costs is not taken for the service's. */
import { setPriority } from 'node:os';
import { attacks } from './attacks.ts';
import type { AttackName, Outcome, Target } from './attacks.ts';

// A machine that is short of processors is not what is attacked.
setPriority(19);
const [name, target] = process.argv.slice(2) as [AttackName, string];
const outcome: Outcome = await attacks[name](JSON.parse(target) as Target);
process.stdout.write(`${JSON.stringify(outcome)}\n`, () => process.exit(0));
