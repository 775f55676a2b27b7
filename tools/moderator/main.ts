/** `pnpm ops moderator …`: appoints moderators, and does what moderators can do, from the command line. See `USAGE`. */
import { moderate } from '@same-deal/protocol';
import { readConfig } from '../../apps/server/src/config.ts';
import { databaseForCommand } from '../../apps/server/src/storage/for-command.ts';
import { moderationRepository } from '../../apps/server/src/storage/people/moderation.ts';
import type { ModerationRepository } from '../../apps/server/src/storage/people/moderation.ts';

const USAGE = `usage: pnpm ops moderator …
  appoint PERSON [REASON]                  who may moderate in the page; accounts only
  dismiss PERSON [REASON]
  void PLAY REASON | restore PLAY REASON   one result
  hide-name PERSON REASON | show-name PERSON REASON
  ban PERSON REASON | unban PERSON REASON  all boards
  log                                      what was done, newest first
PERSON and PLAY are ids; a board's rows carry them.`;

const [verb = '', id = '', ...words] = process.argv.slice(2);
const reason = words.join(' ');

/** @returns what to print; null if the arguments are no valid command */
async function run(moderation: ModerationRepository): Promise<string | null> {
  if (verb === 'log') {
    const lines = (await moderation.log()).map(
      ({ at, by, action, playId, playerId, reason }) =>
        `${at}  ${by ?? 'operator'}  ${action} ${playId ?? playerId}  ${reason}`,
    );
    return lines.join('\n') || 'nothing has been done yet';
  }
  if (id === '') return null;
  if (verb === 'appoint' || verb === 'dismiss') {
    const isDone = await moderation.appoint(id, verb === 'appoint', reason);
    if (!isDone) throw new Error(`there is no account ${id}`);
    return 'done';
  }
  const target = verb === 'void' || verb === 'restore' ? { playId: id } : { playerId: id };
  const decision = moderate.safeParse({ action: verb, ...target, reason });
  if (!decision.success) return null;
  if (!(await moderation.act(null, decision.data))) throw new Error(`there is no ${id}`);
  return 'done';
}

try {
  const database = await databaseForCommand(readConfig(process.env));
  try {
    const output = await run(moderationRepository(database.prisma));
    console.log(output ?? USAGE);
    process.exitCode = output === null ? 2 : 0;
  } finally {
    await database.close();
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
