import {
  CHALLENGE_EXPIRES_IN_MS,
  emailLink,
  emailLinkSent,
  LINK_EXPIRES_IN_MS,
  linkSignIn,
  normaliseUsername,
  passkeyOptions,
  passkeySignIn,
  passwordSignIn,
  signedIn,
} from '@same-deal/protocol';
import type { GuestChoice } from '@same-deal/protocol';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import type { Auth } from '../auth/auth.ts';
import type { SendLink } from '../auth/links.ts';
import { wordsFor } from '../words/index.ts';
import { checkHeld, requestOptions, siteOf } from '../auth/passkeys.ts';
import { refusal } from './errors.ts';
import type { Count } from './limits.ts';
import type { CheckPassword } from './password-check.ts';
import type { Accounts } from '../storage/auth/accounts.ts';
import type { People } from '../storage/people/people.ts';
import type { Tickets } from '../storage/auth/tickets.ts';
import { enterOnce } from './entrance.ts';
import type { Entrance } from './entrance.ts';

interface Options {
  readonly auth: Auth;
  readonly accounts: Accounts;
  readonly people: People;
  readonly tickets: Tickets;
  readonly publicUrl: string | undefined;
  readonly sendLink: SendLink | undefined;
  readonly countSignIn: Count;
  readonly checkPassword: CheckPassword;
  readonly entrance: Entrance;
}

/** `/api/sign-in`: being oneself on any device. A guest who was here comes along, or is left behind. */
export const signInRoutes: FastifyPluginAsyncZod<Options> = async (app, options) => {
  const { auth, accounts, people, tickets, publicUrl, sendLink } = options;
  const { countSignIn, checkPassword, entrance } = options;
  const response = { 200: signedIn };

  /** Makes this device theirs. */
  async function enter(
    request: FastifyRequest,
    reply: FastifyReply,
    userId: string,
    choice: GuestChoice,
    onEntered = () => {},
  ) {
    const person = { id: userId, name: (await people.nameOf(userId)) ?? '', isGuest: false };
    const merged = await entrance.enter(request, reply, userId, choice, { onEntered });
    return reply.send({ person, merged });
  }

  app.post(
    '/api/sign-in/password',
    { schema: { summary: 'sign in by username and password', body: passwordSignIn, response } },
    async (request, reply) => {
      await countSignIn(request);
      const { password, guest } = request.body;
      const username = normaliseUsername(request.body.username);
      // What cannot be a username is as unknown as any other: counted, compared and refused alike.
      const key = username ?? '';
      const find = () => accounts.findByUsername(key);
      const found = await checkPassword(request, key, [password], find);
      if (!found) throw refusal('sign-in-failed');
      return enter(request, reply, found.id, guest);
    },
  );

  app.post(
    '/api/sign-in/passkey/options',
    {
      schema: {
        summary: 'what the browser needs to use a passkey',
        response: { 200: passkeyOptions },
      },
    },
    async (request) => {
      await countSignIn(request);
      const site = siteOf(request.headers.origin, publicUrl);
      if (!site) throw refusal('passkey-unavailable');
      const made = await requestOptions(site);
      await tickets.create('authenticate', made.challenge, CHALLENGE_EXPIRES_IN_MS);
      return made;
    },
  );

  app.post(
    '/api/sign-in/passkey',
    { schema: { summary: 'sign in by a passkey', body: passkeySignIn, response } },
    async (request, reply) => {
      await countSignIn(request);
      const { credential, guest } = request.body;
      const site = siteOf(request.headers.origin, publicUrl);
      if (!site) throw refusal('passkey-unavailable');
      const passkey = await accounts.passkey(credential.id);
      // Of one that was never stored, or has been removed, its holder is told what is told of any other that fails.
      if (!passkey) throw refusal('passkey-refused');
      const counter = await checkHeld(site, credential, passkey, async (challenge) => {
        return (await tickets.use('authenticate', challenge)) !== null;
      });
      if (counter === null) throw refusal('passkey-refused');
      await accounts.notePasskeyUse(passkey.id, counter);
      return enter(request, reply, passkey.userId, guest);
    },
  );

  app.post(
    '/api/sign-in/email',
    {
      schema: {
        summary: 'have a link sent to sign in by',
        body: emailLink,
        response: { 200: emailLinkSent },
      },
    },
    async (request) => {
      if (!sendLink) throw refusal('email-off');
      await countSignIn(request);
      await sendLink(request.body.email, null, wordsFor(request.headers));
      return { expiresInMs: LINK_EXPIRES_IN_MS };
    },
  );

  app.post(
    '/api/sign-in/link',
    { schema: { summary: 'sign in by a link that was sent', body: linkSignIn, response } },
    async (request, reply) => {
      await countSignIn(request);
      const { token, guest } = request.body;
      const ticket = await tickets.find('link', token);
      if (!ticket?.email) throw refusal('link-unknown');
      const me = await auth.personOf(request.headers);
      const accountId = await accounts.findByEmail(ticket.email);
      // Whoever got no answer sends it again, and is signed in.
      if (ticket.state === 'used' && me && me.id === accountId) return { person: me, merged: null };
      if (ticket.state !== 'open') throw refusal(`link-${ticket.state}`);
      const userId = accountId ?? ticket.userId;
      if (userId === null) throw refusal('link-unknown');
      // Nobody is talked into giving their address to somebody else's games.
      if (accountId === null && me?.id !== userId) throw refusal('link-elsewhere');
      await entrance.check(request, userId, guest);
      // Noted before the link is used up: without an answer in between it would lead nowhere.
      if (accountId === null && !(await accounts.setEmail(userId, ticket.email))) {
        throw refusal('link-used');
      }
      const once = {
        use: (at: Date) => tickets.use('link', token, at),
        giveBack: (at: Date) => tickets.giveBack('link', token, at),
      };
      return enterOnce(once, async (used, keep) => {
        if (!used && accountId !== null) throw refusal('link-used');
        return enter(request, reply, userId, guest, keep);
      });
    },
  );
};
