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
  if (!(await settleLeaving(app, true))) return { code: 'unavailable' };
  const { person } = app.identity;
  if (!person) return undefined;
  const note: Leaving = { id: person.id, name: person.name, way };
  noteLeaving(note);
  const account = accountApi(app.api);
  const answer = await (way === 'deleted' ? account.deleteMe() : account.signOut());
  if (answer.ok) {
    await hasLeft(app, note, true);
    return undefined;
  }
  if (answer.error.code !== 'unavailable') noteLeaving(undefined);
  else if (!(await settleLeaving(app, true))) settleLater(app, true);
  return app.identity.person ? answer.error : undefined;
}

/**
 * Finds out whether somebody who has asked to leave has left, and does then what is left to do here.
 * @param isHere whether they asked on this page; where they have gone to since, they are left
 * @returns false where that is still not known
 */
export async function settleLeaving(app: Context, isHere = false): Promise<boolean> {
  const note = leaving();
  if (!note) return true;
  const me = await app.api.me();
  if (!me.ok && me.error.code !== 'not-signed-in') return false;
  // Meanwhile another page, or another part of this one, may have heard.
  if (!leaving()) return true;
  if (!me.ok) await hasLeft(app, note, isHere);
  else if (me.data.id === note.id) noteLeaving(undefined);
  else forget(note, false);
  return true;
}

/** The same, as soon as the service can be asked. */
export function settleLater(app: Context, isHere = false): void {
  const stop = keepTrying(async () => {
    if (await settleLeaving(app, isHere)) stop();
  });
}

/** What the browser keeps without a name: solved puzzles, and whom one has muted. */
const NAMELESS = ['same-deal:puzzles', 'same-deal:muted'];

/**
 * Nothing of somebody who has left stays in this browser that is not to; what is others' does.
 * @param isNobodyElseHere whether what the browser keeps without saying whose it is, or by a name alone, is theirs
 */
function forget(person: Leaving, isNobodyElseHere = true): void {
  noteLeaving(undefined);
  forgetTables(person.id);
  if (person.way !== 'deleted') return;
  forgetPlaysOf(person, isNobodyElseHere);
  forgetUnsent(person.id);
  if (!isNobodyElseHere) return;
  forgetKeptEntries(person.name);
  try {
    for (const key of NAMELESS) localStorage.removeItem(key);
  } catch {
    // Then there was nothing.
  }
}

async function hasLeft(
  { identity, router, notices }: Context,
  person: Leaving,
  isHere: boolean,
): Promise<void> {
  const isForGood = person.way === 'deleted';
  forget(person);
  identity.gone();
  // First a table that is open here learns of it: it keeps itself where its player only goes to another page.
  await tick();
  if (isHere) router.go(paths.home);
  // The notices of the former page go with it.
  setTimeout(() =>
    notices.say(isForGood ? peopleWords.data.deleted : peopleWords.devices.signedOut),
  );
}
