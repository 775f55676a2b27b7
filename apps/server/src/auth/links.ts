/** Links for signing in, sent by e-mail. */
import { randomBytes } from 'node:crypto';
import { LINK_EXPIRES_IN_MS } from '@same-deal/protocol';
import type { Mail } from './mail.ts';
import type { ServiceWords } from '../words/service-words.ts';
import type { Accounts } from '../storage/auth/accounts.ts';
import type { Tickets } from '../storage/auth/tickets.ts';

const TOKEN_BYTES = 24;
const EXPIRES_IN_MINUTES = LINK_EXPIRES_IN_MS / 60_000;

/**
 * Sends a link to an e-mail address.
 * @param askerId the person who wants to add the address to their account; null for signing in
 * @param words the language to write in
 */
export type SendLink = (
  email: string,
  askerId: string | null,
  words: ServiceWords,
) => Promise<void>;

export interface LinksOptions {
  readonly accounts: Accounts;
  readonly tickets: Tickets;
  readonly mail: Mail;
  /** Configured, as links must not depend on a request's host header. */
  readonly publicUrl: string;
  readonly count: (email: string) => Promise<void>;
  readonly onFault: (error: unknown) => void;
}

export function createLinks(options: LinksOptions): SendLink {
  const { accounts, tickets, mail, publicUrl, count, onFault } = options;

  async function send(...[email, askerId, words]: Parameters<SendLink>): Promise<void> {
    // Mail goes to an unregistered address only if a signed-in person wants to add it.
    const accountId = await accounts.findByEmail(email);
    if (accountId === null && askerId === null) return;
    const token = randomBytes(TOKEN_BYTES).toString('base64url');
    await tickets.create('link', token, LINK_EXPIRES_IN_MS, {
      userId: accountId ?? askerId,
      email,
    });
    // In the fragment, which reaches no server and no log; merely opening the link does not use it up.
    const hasAccount = accountId !== null;
    const text = words.link.text(hasAccount, `${publicUrl}/sign-in#${token}`, EXPIRES_IN_MINUTES);
    await mail.send(email, { subject: words.link.subject(hasAccount), text: text.join('\n\n') });
  }

  return async (email, askerId, words) => {
    await count(email);
    // Not awaited: the response time would reveal whether the address has an account.
    send(email, askerId, words).catch(onFault);
  };
}
