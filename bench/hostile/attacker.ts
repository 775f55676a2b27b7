/** Runs an attack in a process of its own, so that its load does not count as the service's. */
import { setPriority } from 'node:os';
import { attacks } from './attacks.ts';
import type { AttackName, Outcome, Target } from './attacks.ts';

// At low priority, so that the attack does not starve the service of processors on a small machine.
setPriority(19);
const [name, target] = process.argv.slice(2) as [AttackName, string];
const outcome: Outcome = await attacks[name](JSON.parse(target) as Target);
process.stdout.write(`${JSON.stringify(outcome)}\n`, () => process.exit(0));
