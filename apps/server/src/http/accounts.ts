import {
  account,
  CHALLENGE_EXPIRES_IN_MS,
  emailLink,
  emailLinkSent,
  LINK_EXPIRES_IN_MS,
  normaliseUsername,
  passkeyAdd,
  passkeyId,
  passkeyOptions,
  passwordRemove,
  passwordSet,
} from '@same-deal/protocol';
import type { Account } from '@same-deal/protocol';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { setCookies } from '../auth/auth.ts';
import type { Auth, SignedIn } from '../auth/auth.ts';
import { checkCreated, creationOptions, siteOf } from '../auth/passkeys.ts';
import type { Hashing } from '../auth/hashing.ts';
import { passwordMistake } from '../auth/passwords.ts';
import { deviceTitleOf } from '../people/device-name.ts';
import { addressKey } from '../admission/address.ts';
import { refusal, signedIn } from './errors.ts';
import { mustBeFresh } from './fresh.ts';
import type { Count, CountOf, Counters } from './limits.ts';
import type { CheckPassword } from './password-check.ts';
import type { Accounts, Way } from '../storage/auth/accounts.ts';
import type { Sessions } from '../storage/auth/sessions.ts';
import type { Tickets } from '../storage/auth/tickets.ts';
import type { SendLink } from '../auth/links.ts';
import { wordsFor } from '../words/index.ts';

interface Options {
  readonly auth: Auth;
  readonly accounts: Accounts;
  readonly tickets: Tickets;
  readonly sessions: Pick<Sessions, 'endOthers'>;
  /** Told which sessions have been ended. */
  readonly onSessionsEnded: (sessionIds: readonly string[]) => void;
  readonly publicUrl: string | undefined;
  readonly sendLink: SendLink | undefined;
  readonly countSignIn: Count;
  readonly countChallenge: CountOf;
  readonly countNewEmail: Counters['countNewEmail'];
  readonly checkPassword: CheckPassword;
  readonly hashing: Hashing;
}

/** `/api/account`: a guest claims an account, and an account gets further ways of signing in (P12). */
export const accountRoutes: FastifyPluginAsyncZod<Options> = async (app, options) => {
  const { auth, accounts, tickets, publicUrl, sendLink } = options;
  const { countSignIn, countChallenge, countNewEmail, checkPassword, hashing } = options;
  const response = { 200: account };

  async function mustBeSignedIn(request: FastifyRequest): Promise<SignedIn> {
    const me = signedIn(await auth.sessionOf(request.headers));
    return me;
  }

  /**
   * A device that has gained a way of signing in gets a session of its own: a thief of the former one does not have
   * this.
   */
  async function answerWithNewSession(request: FastifyRequest, reply: FastifyReply, me: SignedIn) {
    // Before the former session ends: what fails from here on is answered with the new one.
    setCookies(reply, await auth.signIn(me.person.id, request.headers));
    await auth.endSession(me.sessionToken);
    return reply.send(await accounts.waysOf(me.person.id));
  }

  /** Somebody else at an open page does not know it. */
  async function mustKnowPassword(
    request: FastifyRequest,
    userId: string,
    passwords: readonly string[],
    hash: string,
  ): Promise<void> {
    if (!(await checkPassword(request, userId, passwords, async () => ({ hash })))) {
      throw refusal('sign-in-failed');
    }
  }

  async function remove(userId: string, way: Way): Promise<Account> {
    const outcome = await accounts.removeWay(userId, way, sendLink !== undefined);
    if (outcome === 'unknown') throw refusal('not-found', { detail: 'way of signing in' });
    if (outcome === 'last-way-in') throw refusal('last-way-in');
    return accounts.waysOf(userId);
  }

  app.get(
    '/api/account',
    { schema: { summary: 'how I can sign in', response } },
    async (request) => {
      const { person } = await mustBeSignedIn(request);
      return accounts.waysOf(person.id);
    },
  );

  app.post(
    '/api/account/password',
    {
      schema: {
        summary: 'claim by username and password, or change them',
        body: passwordSet,
        response,
      },
    },
    async (request, reply) => {
      await countSignIn(request);
      const me = await mustBeSignedIn(request);
      const { password, current, endOthers } = request.body;
      const username = normaliseUsername(request.body.username);
      if (username === null) throw refusal('username-not-allowed');
      const mistake = await passwordMistake(password, username);
      if (mistake) throw refusal('password-not-allowed', { detail: mistake });
      const hash = await accounts.passwordHashOf(me.person.id);
      if (hash === null) mustBeFresh(me);
      // Whoever got no answer sends the same again, and then the new one may be the current one.
      else await mustKnowPassword(request, me.person.id, [current ?? '', password], hash);
      const made = await hashing.hash(addressKey(request.ip), password);
      if (!(await accounts.setPassword(me.person.id, username, made))) {
        throw refusal('username-taken');
      }
      if (endOthers) {
        options.onSessionsEnded(await options.sessions.endOthers(me.person.id, me.sessionId));
      }
      return answerWithNewSession(request, reply, me);
    },
  );

  app.delete(
    '/api/account/password',
    {
      schema: {
        summary: 'remove username and password, unless they are the last way in',
        body: passwordRemove,
        response,
      },
    },
    async (request) => {
      await countSignIn(request);
      const { person } = await mustBeSignedIn(request);
      const hash = await accounts.passwordHashOf(person.id);
      if (hash !== null) await mustKnowPassword(request, person.id, [request.body.current], hash);
      return remove(person.id, 'password');
    },
  );

  app.post(
    '/api/account/passkeys/options',
    {
      schema: {
        summary: 'what the browser needs to make a passkey',
        response: { 200: passkeyOptions },
      },
    },
    async (request) => {
      const me = await mustBeSignedIn(request);
      mustBeFresh(me);
      const { person } = me;
      const site = siteOf(request.headers.origin, publicUrl);
      if (!site) throw refusal('passkey-unavailable');
      await countChallenge(person.id);
      const { passkeys } = await accounts.waysOf(person.id);
      const made = await creationOptions(site, person, passkeys);
      await tickets.create('register', made.challenge, CHALLENGE_EXPIRES_IN_MS, {
        userId: person.id,
      });
      return made;
    },
  );

  app.post(
    '/api/account/passkeys',
    { schema: { summary: 'claim by a passkey, or add one', body: passkeyAdd, response } },
    async (request, reply) => {
      const me = await mustBeSignedIn(request);
      mustBeFresh(me);
      const site = siteOf(request.headers.origin, publicUrl);
      if (!site) throw refusal('passkey-unavailable');
      const userId = me.person.id;
      const name = deviceTitleOf(request.headers['user-agent'] ?? '');
      const { credential } = request.body;
      const passkey = await checkCreated(site, credential, { userId, name }, async (challenge) => {
        const ticket = await tickets.use('register', challenge);
        return ticket?.userId === userId;
      });
      if (!passkey || !(await accounts.addPasskey(passkey))) throw refusal('passkey-refused');
      return answerWithNewSession(request, reply, me);
    },
  );

  app.delete(
    '/api/account/passkeys/:id',
    {
      schema: {
        summary: 'remove a passkey, unless it is the last way in',
        params: z.object({ id: passkeyId }),
        response,
      },
    },
    async (request) => {
      const me = await mustBeSignedIn(request);
      mustBeFresh(me);
      return remove(me.person.id, { passkey: request.params.id });
    },
  );

  app.post(
    '/api/account/email',
    {
      schema: {
        summary: 'have a link sent that adds an address of e-mail',
        body: emailLink,
        response: { 200: emailLinkSent },
      },
    },
    async (request) => {
      const me = await mustBeSignedIn(request);
      if (!sendLink) throw refusal('email-off');
      mustBeFresh(me);
      await countSignIn(request);
      // Whether or not the address has an account: the refusal would tell.
      await countNewEmail(me.person.id, request);
      await sendLink(request.body.email, me.person.id, wordsFor(request.headers));
      return { expiresInMs: LINK_EXPIRES_IN_MS };
    },
  );

  app.delete(
    '/api/account/email',
    { schema: { summary: 'remove the address of e-mail, unless it is the last way in', response } },
    async (request) => {
      const me = await mustBeSignedIn(request);
      mustBeFresh(me);
      return remove(me.person.id, 'email');
    },
  );
};
