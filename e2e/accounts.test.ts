/** P12 in a real browser: a guest claims an account, and goes on with the very game anywhere. */
import type { CDPSession, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { scaled } from '../tools/scale.ts';
import { expectAccessible } from './support/a11y.ts';
import { desktop, openBrowser, phone } from './support/browser.ts';
import { practise } from './support/home.ts';
import { playIdOf } from './support/person.ts';
import { concede, openRace, startRace, takeSeat } from './support/race.ts';
import { openTable } from './support/solo.ts';
import { serviceAndBrowser } from './support/together.ts';
import { playMoves, tableInWords } from './support/table.ts';
import wonGames from './won-games.json' with { type: 'json' };

const bisley = 'bisley/thirteen';
const won = wonGames.find(({ variant }) => variant === bisley);
const line = won?.moves.split(' ') ?? [];
const PASSWORD = 'four words and a card';

const { service, browser } = await serviceAndBrowser();

/** A device's fingerprint reader, always willing. */
interface Authenticator {
  readonly session: CDPSession;
  readonly id: string;
}

async function giveAuthenticator(page: Page): Promise<Authenticator> {
  const session = await page.context().newCDPSession(page);
  await session.send('WebAuthn.enable');
  const { authenticatorId } = await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return { session, id: authenticatorId };
}

/** What a passkey provider does: the same passkeys on the person's other device. */
async function copyPasskeys(from: Authenticator, to: Authenticator): Promise<number> {
  const { credentials } = await from.session.send('WebAuthn.getCredentials', {
    authenticatorId: from.id,
  });
  for (const credential of credentials) {
    await to.session.send('WebAuthn.addCredential', { authenticatorId: to.id, credential });
  }
  return credentials.length;
}

const nameOf = async (page: Page): Promise<string> => {
  const answer = await page.request.get(`${service.url}/api/me`);
  return ((await answer.json()) as { name: string }).name;
};
const notice = (page: Page, words: string | RegExp) => page.getByRole('log').getByText(words);
const yourGames = (page: Page) => page.getByRole('region', { name: 'Your games' });

async function fillPassword(page: Page, username: string, password = PASSWORD): Promise<void> {
  await page.getByRole('textbox', { name: 'Username' }).fill(username);
  await page.getByLabel('Password', { exact: true }).fill(password);
}

describe('P12: claiming a guest', () => {
  it('a guest plays, makes a passkey, signs in with it elsewhere, and goes on with the very game', async () => {
    const anna = await openBrowser(browser, service.url, phone);
    const authenticator = await giveAuthenticator(anna);
    await practise(anna, bisley, won?.deal ?? '');
    await playMoves(anna, line.slice(0, 3));
    const table = await tableInWords(anna);
    const playId = playIdOf(anna);
    const name = await nameOf(anna);

    await anna.goto(`${service.url}/you`);
    await anna.getByRole('heading', { name: 'Save your games' }).waitFor();
    await anna.getByRole('button', { name: 'Make a passkey' }).click();
    await notice(anna, 'Your games are kept.').waitFor();
    const ways = anna.getByRole('region', { name: 'How you sign in' });
    await ways.getByRole('listitem').filter({ hasText: 'Chrome on' }).waitFor();

    const laptop = await openBrowser(browser, `${service.url}/sign-in`, desktop);
    expect(await copyPasskeys(authenticator, await giveAuthenticator(laptop))).toBe(1);
    await laptop.getByRole('button', { name: 'Sign in with a passkey' }).click();
    await notice(laptop, `You are signed in as ${name}.`).waitFor();
    await yourGames(laptop).getByRole('link', { name: 'Continue Bisley' }).click();
    await laptop.waitForURL(`${service.url}/play/${playId}`);
    expect(await tableInWords(laptop)).toEqual(table);
    // And on: the phone follows, as the other device of the same person does.
    await anna.goto(`${service.url}/play/${playId}`);
    await playMoves(laptop, line.slice(3, 4));
    const after = await tableInWords(laptop);
    await expect.poll(() => tableInWords(anna)).toEqual(after);
    for (const page of [anna, laptop]) await page.context().close();
  });

  it('by username and password; and a guest elsewhere comes along, after the rules have been read', async () => {
    const anna = await openTable(browser, service.url, { variant: bisley, deal: '18' });
    await anna.goto(`${service.url}/you`);
    await anna.getByText('Username and password', { exact: true }).click();
    await fillPassword(anna, 'Anna', 'too short');
    await anna.getByRole('button', { name: 'Save username and password' }).click();
    await anna.getByRole('alert').filter({ hasText: 'too short' }).waitFor();
    const password = anna.getByLabel('Password', { exact: true });
    expect(await password.getAttribute('aria-invalid')).toBe('true');
    expect(await password.evaluate((field) => field === document.activeElement)).toBe(true);
    await fillPassword(anna, 'x');
    await anna.getByRole('button', { name: 'Save username and password' }).click();
    await anna.getByRole('alert').filter({ hasText: 'A username has' }).waitFor();
    const username = anna.getByRole('textbox', { name: 'Username' });
    expect(await username.getAttribute('aria-invalid')).toBe('true');
    const ids = (await username.getAttribute('aria-describedby'))?.split(' ') ?? [];
    expect(await anna.locator(`[id="${ids[0]}"]`).innerText()).toMatch(/^A username has/);
    await fillPassword(anna, 'Anna');
    await anna.getByRole('button', { name: 'Save username and password' }).click();
    await anna.locator('#ways:focus').waitFor();
    await notice(anna, 'Your games are kept.').waitFor();

    const tablet = await openTable(browser, service.url, { variant: 'alhambra/standard' }, phone);
    const guestName = await nameOf(tablet);
    await tablet.goto(`${service.url}/sign-in`);
    await tablet.getByText(`This device has been playing as ${guestName}`).waitFor();
    await tablet.getByText('the one that was started first is the ranked one').waitFor();
    await tablet.getByText('both seats stay, and the race counts for nothing').waitFor();
    await fillPassword(tablet, 'anna', 'not the right one at all');
    await tablet.getByRole('button', { name: 'Sign in', exact: true }).click();
    await tablet.getByRole('alert').filter({ hasText: 'Wrong username or password' }).waitFor();
    // Whoever listens is in the field that is to be corrected, and hears why.
    const field = tablet.getByLabel('Password');
    await expect.poll(() => field.getAttribute('aria-describedby')).toBe('refused');
    expect(await field.getAttribute('aria-invalid')).toBe('true');
    expect(await field.evaluate((one) => one === document.activeElement)).toBe(true);
    await fillPassword(tablet, 'anna');
    await tablet.getByRole('button', { name: 'Sign in', exact: true }).click();
    await notice(tablet, `1 game of ${guestName} came along.`).waitFor();
    const games = yourGames(tablet);
    await games.getByRole('link', { name: 'Continue Bisley' }).waitFor();
    await games.getByRole('link', { name: 'Continue Alhambra' }).click();
    await tableInWords(tablet);
    expect(await nameOf(tablet)).toBe(await nameOf(anna));
    for (const page of [anna, tablet]) await page.context().close();
  });

  it('P6: a guest who has played nothing is asked nothing, and the account’s looks are there at once', async () => {
    const anna = await openTable(browser, service.url, { variant: bisley, deal: '22' });
    await anna.request.post(`${service.url}/api/account/password`, {
      data: { username: 'anna-in-the-dark', password: PASSWORD },
    });
    await anna.request.put(`${service.url}/api/me/preferences`, {
      data: { theme: 'dark', felt: 'blue' },
    });
    const handOver = await anna.request.post(`${service.url}/api/hand-overs`, {
      data: { path: '/games' },
    });
    const { code } = (await handOver.json()) as { code: string };
    const looks = (page: Page) =>
      page.evaluate(() => {
        const { theme, felt } = document.documentElement.dataset;
        return [theme, felt];
      });
    const isNotAsked = async (page: Page) => {
      await page.waitForLoadState('networkidle');
      expect(await page.getByRole('radio').count()).toBe(0);
    };
    /** Somebody, without a game. */
    const newcomer = async (path: string) => {
      const page = await openBrowser(browser, `${service.url}/healthz`, phone);
      await page.request.post(`${service.url}/api/me`, { data: {} });
      await page.evaluate(() => localStorage.setItem('same-deal:been-here', '1'));
      await page.goto(service.url + path);
      await page
        .getByRole('button', { name: 'Change your name' })
        .or(page.locator('.name'))
        .first()
        .waitFor();
      return page;
    };

    const signing = await newcomer('/sign-in');
    await fillPassword(signing, 'anna-in-the-dark');
    await isNotAsked(signing);
    await signing.getByRole('button', { name: 'Sign in', exact: true }).click();
    await signing.waitForURL(`${service.url}/`);
    await expect.poll(() => looks(signing)).toEqual(['dark', 'blue']);
    expect(await notice(signing, 'came along').count()).toBe(0);

    const continuing = await newcomer('/continue');
    await continuing.getByRole('textbox', { name: 'Code or link' }).fill(code.toLowerCase());
    await continuing.getByRole('button', { name: 'Go', exact: true }).click();
    const accept = continuing.getByRole('button', { name: `Continue as ${await nameOf(anna)}` });
    await accept.waitFor();
    await isNotAsked(continuing);
    await accept.click();
    await continuing.waitForURL('**/games');
    await expect.poll(() => looks(continuing)).toEqual(['dark', 'blue']);
    for (const page of [anna, signing, continuing]) await page.context().close();
  });

  it('while both are in one race it names the race, nothing changes, and afterwards nothing stands in the way', async () => {
    const anna = await openTable(browser, service.url, { variant: bisley, deal: '21' });
    const claimed = await anna.request.post(`${service.url}/api/account/password`, {
      data: { username: 'busy.anna', password: PASSWORD },
    });
    expect(claimed.status()).toBe(200);
    await anna.goto(service.url);
    await openRace(anna, bisley);
    const raceUrl = anna.url();
    const tablet = await openBrowser(browser, raceUrl, phone);
    await takeSeat(tablet, 'Guest Anna');
    await startRace(anna, [tablet], service);
    await tablet.goto(`${service.url}/sign-in`);
    await fillPassword(tablet, 'busy.anna');
    await tablet.getByRole('button', { name: 'Sign in', exact: true }).click();
    await tablet.getByRole('alert').filter({ hasText: 'still running' }).waitFor();
    expect(await nameOf(tablet)).toBe('Guest Anna');
    await tablet.getByRole('link', { name: 'Go to the race' }).click();
    await tablet.waitForURL(raceUrl);
    await concede(tablet);
    await concede(anna);
    await anna.getByRole('heading', { name: 'Standings' }).waitFor();
    const countsForNothing = anna.getByText('Two of these seats belong to one person');
    expect(await countsForNothing.count()).toBe(0);
    await tablet.goto(`${service.url}/sign-in`);
    await fillPassword(tablet, 'busy.anna');
    await tablet.getByRole('button', { name: 'Sign in', exact: true }).click();
    await notice(tablet, 'You are signed in as').waitFor();
    await anna.reload();
    await countsForNothing.waitFor();
    for (const page of [anna, tablet]) await page.context().close();
  });

  it('a way to sign in is removed, but not the last one; signed out here, the passkey signs in again', async () => {
    const anna = await openBrowser(browser, service.url, phone);
    await giveAuthenticator(anna);
    await practise(anna, bisley, '22');
    const name = await nameOf(anna);
    await anna.goto(`${service.url}/you`);
    await anna.getByRole('button', { name: 'Make a passkey' }).waitFor();
    expect(await anna.getByRole('button', { name: 'Sign out here' }).count()).toBe(0);
    await anna.getByRole('button', { name: 'Make a passkey' }).click();
    await notice(anna, 'Your games are kept.').waitFor();
    await anna.getByText('Username and password', { exact: true }).click();
    await fillPassword(anna, 'anna.removes');
    await anna.getByRole('button', { name: 'Save username and password' }).click();
    await notice(anna, 'Username and password are saved.').waitFor();

    await anna.getByText('Change username or password (anna.removes)').click();
    await anna.getByLabel('Current password').fill('not the password at all');
    await anna.getByRole('button', { name: 'Remove the password' }).click();
    await anna.getByRole('alert').filter({ hasText: 'Wrong username or password' }).waitFor();
    await anna.getByLabel('Current password').fill(PASSWORD);
    await expectAccessible(anna, 'you, an account');
    await anna.getByRole('button', { name: 'Remove the password' }).click();
    await notice(anna, 'The password is removed.').waitFor();
    await anna.getByText('Username and password', { exact: true }).waitFor();
    // As the service answers whoever signed in long ago.
    const old = { status: 403, json: { error: { code: 'sign-in-again' } } };
    await anna.route('**/api/account/passkeys/*', (route) => route.fulfill(old), { times: 1 });
    const removePasskey = anna.getByRole('button', { name: /^Remove the passkey/ });
    await removePasskey.click();
    const again = anna.getByRole('link', { name: 'Sign in again' });
    expect(await again.getAttribute('href')).toBe('/sign-in?to=%2Fyou');
    await removePasskey.click();
    await anna.getByRole('alert').filter({ hasText: 'your only way to sign in' }).waitFor();
    expect(await again.count()).toBe(0);

    await anna.getByRole('button', { name: 'Sign out here' }).click();
    await notice(anna, 'You are signed out.').waitFor();
    await anna.goto(`${service.url}/you`);
    await anna.getByText('Nobody has played on this device yet.').waitFor();
    expect(await anna.getByRole('dialog').count()).toBe(0);
    await anna.goto(`${service.url}/sign-in`);
    await anna.getByRole('button', { name: 'Sign in with a passkey' }).click();
    await notice(anna, `You are signed in as ${name}.`).waitFor();
    await yourGames(anna).getByRole('link', { name: 'Continue Bisley' }).waitFor();
    await anna.context().close();
  });

  it('an address that is not secure offers no passkey, and says so', async () => {
    const page = await openBrowser(browser, 'about:blank', desktop);
    // The same service by a bare address: no browser has passkeys there.
    await page.goto(`${service.url.replace('localhost', '127.0.0.1')}/sign-in`);
    await page.getByText('Passkeys need a secure (https) address').waitFor();
    expect(await page.getByRole('button', { name: /passkey/i }).count()).toBe(0);
    await page.context().close();
  });
});

describe('guests are not nagged', () => {
  const line = (page: Page) => page.getByText('Your games are saved only in this browser.');

  it('one quiet line after the first race, and never again; none where there is nothing to lose', async () => {
    const anna = await openTable(browser, service.url, { variant: bisley, deal: '19' }, phone);
    await concede(anna);
    await anna.getByRole('heading', { name: 'You gave up' }).waitFor();
    expect(await line(anna).count()).toBe(0);
    for (const isFirst of [true, false]) {
      await anna.goto(service.url);
      expect(await line(anna).count()).toBe(0);
      await openRace(anna, bisley);
      const ben = await openBrowser(browser, anna.url(), desktop);
      await takeSeat(ben, 'Ben');
      await startRace(anna, [ben], service);
      await concede(ben);
      await concede(anna);
      await anna.getByRole('heading', { name: 'Standings' }).waitFor();
      await expect.poll(() => line(anna).count()).toBe(isFirst ? 1 : 0);
      expect(await anna.getByRole('dialog').count()).toBe(0);
      await ben.context().close();
    }
    await anna.context().close();
  });

  it('nor those who have an account', async () => {
    const anna = await openBrowser(browser, service.url, desktop);
    await openRace(anna, bisley);
    const claimed = await anna.request.post(`${service.url}/api/account/password`, {
      data: { username: 'quiet.anna', password: PASSWORD },
    });
    expect(claimed.status()).toBe(200);
    await anna.reload();
    const ben = await openBrowser(browser, anna.url(), phone);
    await takeSeat(ben, 'Ben');
    await startRace(anna, [ben], service);
    await concede(ben);
    await concede(anna);
    for (const page of [anna, ben])
      await page.getByRole('heading', { name: 'Standings' }).waitFor();
    expect(await line(anna).count()).toBe(0);
    await line(ben).waitFor();
    await ben.getByRole('link', { name: 'Save with an account' }).click();
    await ben.getByRole('button', { name: 'Make a passkey' }).waitFor();
    for (const page of [anna, ben]) await page.context().close();
  });
});

describe('P11: the pages of signing in', () => {
  it('stand in nobody’s way, on a phone and on a desktop, in the light and in the dark', async () => {
    for (const options of scaled([phone], [phone, desktop])) {
      const page = await openBrowser(browser, `${service.url}/you`, options);
      await page.getByText('Nobody has played on this device yet.').waitFor();
      await expectAccessible(page, 'you, nobody');
      await page.goto(service.url);
      await practise(page, bisley);
      await page.goto(`${service.url}/you`);
      await page.getByText('Username and password', { exact: true }).click();
      await expectAccessible(page, 'you, a guest');
      await page.goto(`${service.url}/sign-in`);
      await page.getByText('How games come together').waitFor();
      await expectAccessible(page, 'sign in');
      await page.context().close();
    }
  });
});
