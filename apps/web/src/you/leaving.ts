/** Leaving this browser: signed out, or for good. */
import type { Failure } from '@same-deal/protocol';
import { tick } from 'svelte';
import { peopleWords } from '../messages/people.en.ts';
import { accountApi } from '../net/account-api.ts';
import { keepTrying } from '../net/keep-trying.ts';
import { forgetPlaysOf } from '../offline/change-owner.ts';
import { forgetKeptEntries } from '../play/kept-entries.ts';
import { forgetTables } from '../play/kept-table.ts';
import { forgetUnsent } from '../preferences/account.ts';
import type { AppContext } from '../state/app.ts';
import { paths } from '../state/route.ts';
import { leaving, noteLeaving } from './leaving-note.ts';
import type { Leaving } from './leaving-note.ts';

type Context = {
  readonly api: Pick<AppContext['api'], 'me' | 'call'>;
  readonly identity: Pick<AppContext['identity'], 'person' | 'gone'>;
  readonly router: Pick<AppContext['router'], 'go'>;
  readonly notices: Pick<AppContext['notices'], 'say'>;
};

/**
 * Asks the service to let the person here go. Where its answer is lost, whichever page hears first what has become of it
 * goes on from there.
 * @returns why they are still here, or may be
 */
export async function leave(app: Context, way: Leaving['way']): Promise<Failure | undefined> {
  // Asked once more, the service would say of who has left that they are not signed in.
  if (!(await settleLeaving(app))) return { code: 'unavailable' };
  const { person } = app.identity;
  if (!person) return undefined;
  const note: Leaving = { id: person.id, name: person.name, way };
  noteLeaving(note);
  const account = accountApi(app.api);
  const answer = await (way === 'deleted' ? account.deleteMe() : account.signOut());
  if (answer.ok) {
    await hasLeft(app, note);
    return undefined;
  }
  if (answer.error.code !== 'unavailable') noteLeaving(undefined);
  else if (!(await settleLeaving(app))) settleLater(app);
  return app.identity.person ? answer.error : undefined;
}

/**
 * Finds out whether somebody who has asked to leave has left, and does then what is left to do here.
 * @returns false where that is still not known
 */
export async function settleLeaving(app: Context): Promise<boolean> {
  const note = leaving();
  if (!note) return true;
  const me = await app.api.me();
  if (!me.ok && me.error.code !== 'not-signed-in') return false;
  // Meanwhile another page, or another part of this one, may have heard.
  if (!leaving()) return true;
  if (me.ok) noteLeaving(undefined);
  else await hasLeft(app, note);
  return true;
}

/** The same, as soon as the service can be asked. */
export function settleLater(app: Context): void {
  const stop = keepTrying(async () => {
    if (await settleLeaving(app)) stop();
  });
}

/** What the browser keeps without a name: solved puzzles, and whom one has muted. */
const NAMELESS = ['same-deal:puzzles', 'same-deal:muted'];

/** Nothing of somebody who has left for good stays in this browser; what is others' does. */
function forget(person: Leaving): void {
  forgetKeptEntries(person.name);
  forgetPlaysOf(person);
  forgetUnsent(person.id);
  try {
    for (const key of NAMELESS) localStorage.removeItem(key);
  } catch {
    // Then there was nothing.
  }
}

async function hasLeft({ identity, router, notices }: Context, person: Leaving): Promise<void> {
  const isForGood = person.way === 'deleted';
  noteLeaving(undefined);
  forgetTables(person.id);
  if (isForGood) forget(person);
  identity.gone();
  // First a table that is open here learns of it: it keeps itself where its player only goes to another page.
  await tick();
  router.go(paths.home);
  // The notices of the former page go with it.
  setTimeout(() =>
    notices.say(isForGood ? peopleWords.data.deleted : peopleWords.devices.signedOut),
  );
}
