/** One person on several devices: the same table on all of them, signing out and in again, and people to race again. */
import { encodeEntry, parseMove } from '@same-deal/engine';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import release from '../package.json' with { type: 'json' };
import { expectAccessible } from './support/a11y.ts';
import { desktop, hintsGiven, openBrowser, phone } from './support/browser.ts';
import { practise } from './support/home.ts';
import { playIdOf, recordOf } from './support/person.ts';
import { concede, openRace, raceOfTwo } from './support/race.ts';
import { openTable } from './support/solo.ts';
import { serviceAndBrowser } from './support/together.ts';
import { figure, playMoves, tableInWords } from './support/table.ts';
import wonGames from './won-games.json' with { type: 'json' };

const variant = 'bisley/thirteen';
const won = wonGames.find((game) => game.variant === variant);
const line = won?.moves.split(' ') ?? [];
const entries = line.map((text) => encodeEntry(parseMove(variant, text) ?? 'undo'));
const PASSWORD = 'four words and a card';

const { service, browser } = await serviceAndBrowser();

/** The same person's page in another browser. */
async function another(of: Page, options: BrowserContextOptions = desktop): Promise<Page> {
  const context = await browser.newContext({ reducedMotion: 'reduce', ...options });
  await context.addInitScript(hintsGiven);
  await context.addCookies(await of.context().cookies());
  const page = await context.newPage();
  await page.goto(of.url());
  return page;
}

const logged = async (page: Page, playId: string) =>
  (await recordOf(page, playId)).log.map(({ entry }) => entry);

/** Gives the person at this page a way to sign in. */
async function claim(page: Page, username: string): Promise<void> {
  const answer = await page.request.post(`${service.url}/api/account/password`, {
    data: { username, password: PASSWORD },
  });
  expect(answer.status()).toBe(200);
}

/** A device of that account somewhere else signs all others out. */
async function signOutFromElsewhere(username: string): Promise<void> {
  const context = await browser.newContext();
  const url = `${service.url}/api/sign-in/password`;
  const data = { username, password: PASSWORD, guest: 'leave' };
  expect((await context.request.post(url, { data })).status()).toBe(200);
  const ended = await context.request.delete(`${service.url}/api/me/sessions`);
  expect(((await ended.json()) as { ended: number }).ended).toBeGreaterThan(0);
  await context.close();
}

async function signIn(page: Page, username: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Username' }).fill(username);
  await page.getByLabel('Password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
}

/** It is shown, and for a while also said. */
const allDeleted = (page: Page) =>
  page.getByText('Everything is deleted.', { exact: true }).first();
const signedOut = (page: Page) => page.getByRole('dialog', { name: 'This device was signed out' });

describe('three devices of one person', () => {
  it('P6 P5: moves of any appear on the others without asking, whoever acts is in control, and nothing doubles', async () => {
    const desk = await openTable(browser, service.url, { variant, deal: won?.deal });
    const playId = playIdOf(desk);
    const devices = [desk, await another(desk, phone), await another(desk)] as const;
    await Promise.all(devices.map(tableInWords));
    const elsewhere = (page: Page) => page.getByText('Another device');

    for (const [n, page] of devices.entries()) {
      await playMoves(page, line.slice(2 * n, 2 * n + 2));
      for (const other of devices) {
        await expect.poll(() => figure(other, 'Moves')).toBe(`${2 * n + 2}`);
        await expect.poll(() => elsewhere(other).count()).toBe(other === page ? 0 : 1);
      }
    }
    const tables = await Promise.all(devices.map(tableInWords));
    expect(tables[1]).toEqual(tables[0]);
    expect(tables[2]).toEqual(tables[0]);
    expect(await logged(desk, playId)).toEqual(entries.slice(0, 6));

    // The same button on all three in the same instant: a move counts once, whoever was first.
    const undo = (page: Page) => page.getByRole('button', { name: 'Undo', exact: true });
    await Promise.all(devices.map((page) => undo(page).click()));
    await expect
      .poll(async () => {
        const all = await Promise.all(devices.map(tableInWords));
        return all.every((table) => table.join() === all[0]?.join());
      })
      .toBe(true);
    const log = await logged(desk, playId);
    const undos = log.length - 6;
    expect(undos).toBeGreaterThanOrEqual(1);
    expect(undos).toBeLessThanOrEqual(3);
    expect(log).toEqual([...entries.slice(0, 6), ...Array<number>(undos).fill(0xffff)]);
    for (const page of devices) {
      await expect.poll(() => figure(page, 'Moves')).toBe('6');
      await page.context().close();
    }
  });
});

describe('signed out in the middle of a game', () => {
  it('P4: the page asks who goes on; moves that were not sent wait, go out for the same person, and stay apart from anybody else', async () => {
    const page = await openTable(browser, service.url, { variant, deal: won?.deal }, phone);
    await claim(page, 'anna-on-tour');
    await page.reload();
    const playId = playIdOf(page);
    await playMoves(page, line.slice(0, 2));
    await expect.poll(() => logged(page, playId)).toHaveLength(2);

    const loseSession = async (moves: readonly string[]) => {
      await page.context().setOffline(true);
      await playMoves(page, moves);
      await signOutFromElsewhere('anna-on-tour');
      await page.context().setOffline(false);
      await signedOut(page).waitFor();
    };
    await loseSession(line.slice(2, 5));
    await expectAccessible(page, 'signed out');
    // Browsers let a page refuse the first Escape, but not the next.
    for (let n = 0; n < 3; n++) await page.keyboard.press('Escape');
    await signedOut(page).waitFor();
    await signedOut(page).getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('textbox', { name: 'Username' }).waitFor();
    expect(await page.getByText('You’re offline').count(), 'nothing is lost').toBe(0);
    await signIn(page, 'anna-on-tour');
    await page.waitForURL(/\/play\//);
    await expect.poll(() => logged(page, playId)).toEqual(entries.slice(0, 5));
    await expect.poll(() => figure(page, 'Moves')).toBe('5');

    // Somebody else goes on here: nothing of hers goes out, and that is said.
    await loseSession(line.slice(5, 7));
    await signedOut(page).getByRole('button', { name: 'Continue as a new guest' }).click();
    await page.getByRole('status').filter({ hasText: '2 moves of' }).waitFor();
    await expectAccessible(page, 'somebody else’s table');
    await page.getByRole('link', { name: 'Back to the start page' }).click();
    await page.goto(`${service.url}/sign-in?to=/play/${playId}`);
    // The new guest has played nothing: there is nothing to decide.
    await signIn(page, 'anna-on-tour');
    await page.waitForURL(/\/play\//);
    await expect.poll(() => logged(page, playId)).toEqual(entries.slice(0, 7));
    await page.context().close();
  });

  it('P4: and so after a reload: nobody new sits down unasked, at no table and in no race', async () => {
    const page = await openBrowser(browser, service.url, desktop);
    await openRace(page, variant);
    const raceUrl = page.url();
    await page.goto(service.url);
    await practise(page, variant, won?.deal ?? '');
    await claim(page, 'anna-reloads');
    await page.reload();
    const playUrl = page.url();
    const playId = playIdOf(page);
    await playMoves(page, line.slice(0, 2));
    await expect.poll(() => logged(page, playId)).toHaveLength(2);
    await page.context().setOffline(true);
    await playMoves(page, line.slice(2, 4));
    await page.goto('about:blank');
    await signOutFromElsewhere('anna-reloads');
    await page.context().setOffline(false);
    const isNobody = async () =>
      expect((await page.request.get(`${service.url}/api/me`)).status()).toBe(401);

    for (const url of [raceUrl, playUrl]) {
      await page.goto(url);
      await signedOut(page).waitFor();
      await isNobody();
    }
    await signedOut(page).getByRole('button', { name: 'Continue as a new guest' }).click();
    await page.getByRole('status').filter({ hasText: '2 moves of' }).waitFor();
    await page.reload();
    await page.getByRole('status').filter({ hasText: '2 moves of' }).waitFor();
    expect(await signedOut(page).count()).toBe(0);
    await page.goto(`${service.url}/sign-in?to=/play/${playId}`);
    await signIn(page, 'anna-reloads');
    await page.waitForURL(/\/play\//);
    await expect.poll(() => logged(page, playId)).toEqual(entries.slice(0, 4));

    // Signed out and in again at once, in one step from the table.
    await signOutFromElsewhere('anna-reloads');
    await page.reload();
    await signedOut(page).getByRole('button', { name: 'Sign in' }).click();
    await signIn(page, 'anna-reloads');
    await page.waitForURL(playUrl);
    await expect.poll(() => figure(page, 'Moves')).toBe('4');
    await playMoves(page, line.slice(4, 5));
    await expect.poll(() => logged(page, playId)).toEqual(entries.slice(0, 5));
    await page.context().close();
  });

  it('P4: at their table and in their race other tabs go home when somebody signs out', async () => {
    const table = await openTable(browser, service.url, { variant, deal: won?.deal });
    await claim(table, 'anna-leaves');
    await table.reload();
    const race = await table.context().newPage();
    await race.goto(service.url);
    await openRace(race, variant);
    const you = await table.context().newPage();
    await you.goto(`${service.url}/you`);
    const { pathname } = new URL(race.url());
    await you.getByRole('button', { name: 'Sign out here' }).click();
    for (const tab of [table, race]) await tab.waitForURL(`${service.url}/`);
    expect((await table.request.get(`${service.url}/api/me`)).status()).toBe(401);
    // Whoever comes then may sit down anywhere, as somebody new.
    await table.getByRole('textbox', { name: 'Code or link' }).fill(pathname.split('/').at(-1)!);
    await table.getByRole('button', { name: 'Go', exact: true }).click();
    await table.waitForURL(`${service.url}${pathname}`);
    await table.getByRole('button', { name: 'Join' }).first().waitFor();
    await table.context().close();
  });

  it('in two tabs: whoever goes on in one goes on in the other', async () => {
    const page = await openTable(browser, service.url, { variant, deal: won?.deal });
    await claim(page, 'anna-in-tabs');
    await page.reload();
    const other = await page.context().newPage();
    await other.goto(`${service.url}/you`);
    await other.getByText('You have an account.').waitFor();
    await signOutFromElsewhere('anna-in-tabs');
    for (const tab of [page, other]) await signedOut(tab).waitFor();
    await signedOut(other).getByRole('button', { name: 'Continue as a new guest' }).click();
    await other.getByText('You play as a guest.').waitFor();
    await page.getByRole('heading', { name: 'Somebody else’s table' }).waitFor();
    expect(await signedOut(page).count()).toBe(0);
    await page.context().close();
  });
});

describe('a hand-over to a device that has been playing', () => {
  it('P6: says what becomes of the guest there, and brings all of it along', async () => {
    const anna = await openTable(browser, service.url, { variant, deal: won?.deal });
    const nameOf = async (page: Page) =>
      ((await (await page.request.get(`${service.url}/api/me`)).json()) as { name: string }).name;
    const made = await anna.request.post(`${service.url}/api/hand-overs`, {
      data: { path: '/games' },
    });
    const { token } = (await made.json()) as { token: string };

    const laptop = await openTable(browser, service.url, { variant: 'alhambra/standard' }, phone);
    const guest = await nameOf(laptop);
    // A link that was cut off or mangled on its way is no more than unknown.
    await laptop.goto(`${service.url}/continue#%`);
    await laptop.getByRole('alert').waitFor();
    await laptop.goto(`${service.url}/continue#${token}`);
    await laptop.getByText(`This device has been playing as ${guest}`).waitFor();
    await laptop.getByText('both seats stay, and the race counts for nothing').waitFor();
    await expectAccessible(laptop, 'a hand-over to a guest');
    await laptop.getByRole('button', { name: `Continue as ${await nameOf(anna)}` }).click();
    await laptop.getByRole('log').getByText(`1 game of ${guest} came along.`).waitFor();
    for (const game of ['Bisley', 'Alhambra'])
      await laptop.getByRole('link', { name: `Continue ${game}` }).waitFor();
    for (const page of [anna, laptop]) await page.context().close();
  });
});

describe('a hand-over from the page of one’s own', () => {
  it('P6: one tap shows its code, and the other device has the same games', async () => {
    const anna = await openTable(browser, service.url, { variant, deal: won?.deal });
    await anna.goto(`${service.url}/you`);
    await anna.getByRole('button', { name: 'Continue on another device' }).click();
    const code = await anna.getByRole('status', { name: 'Hand-over code' }).innerText();
    // The picture would lead another device to itself.
    await anna.getByText('This address works on this computer only.').waitFor();
    const ben = await openBrowser(browser, `${service.url}/continue`, phone);
    await ben.getByRole('textbox').fill(code);
    await ben.getByRole('textbox').press('Enter');
    await ben.getByRole('button', { name: /^Continue as / }).tap();
    await ben.getByRole('link', { name: 'Continue Bisley' }).waitFor();
    await anna.getByText('You’re now playing on your other device.').waitFor();
    for (const page of [anna, ben]) await page.context().close();
  });
});

describe('people to race again', () => {
  it('one tap asks the other, wherever they are in the page; blocked, they are asked no more', async () => {
    const [anna, ben] = await raceOfTwo(browser, service, variant);
    await concede(ben);
    await concede(anna);
    await anna
      .getByRole('heading', { level: 1 })
      .filter({ hasText: /share|No winner/ })
      .waitFor();

    // He looks at something else meanwhile.
    await ben.goto(`${service.url}/you`);
    await ben.getByRole('heading', { name: 'Your devices' }).waitFor();
    await anna.goto(service.url);
    const raced = anna.getByRole('region', { name: 'People you raced' });
    await raced.getByRole('link', { name: 'Ben' }).click();
    await anna.getByRole('heading', { name: 'Ben' }).waitFor();
    await expectAccessible(anna, 'a person');
    await anna.getByRole('link', { name: 'All people' }).click();
    await anna.getByRole('heading', { name: 'People' }).waitFor();
    await expectAccessible(anna, 'people');
    await anna.getByRole('button', { name: 'Race again with Ben' }).click();
    await anna.waitForURL(/\/race\//);
    await anna.getByText('If Ben is online').first().waitFor();
    const invitation = ben.getByRole('log').filter({ hasText: 'invited you to race Bisley' });
    await invitation.waitFor();
    await expectAccessible(ben, 'an invitation');
    await ben.getByRole('link', { name: /^Join/ }).click();
    await ben.waitForURL(anna.url());
    await ben.getByRole('button', { name: 'Join the race' }).click();
    await anna.getByRole('listitem').filter({ hasText: 'Ben' }).waitFor();

    await ben.goto(`${service.url}/people`);
    await ben.getByRole('main').getByRole('listitem').getByRole('link').first().click();
    await ben.getByRole('button', { name: /^Block/ }).click();
    await ben.getByText('You have blocked').first().waitFor();
    await anna.goto(`${service.url}/people`);
    await anna.getByRole('button', { name: 'Race again with Ben' }).click();
    // She is told the same as before.
    await anna.getByText('If Ben is online').first().waitFor();
    await ben.goto(service.url);
    await openRace(ben, variant);
    await anna.goto(ben.url());
    await anna.getByRole('button', { name: 'Join the race' }).click();
    await anna.getByText('The host has locked this race').first().waitFor();
    expect(await invitation.count()).toBe(0);
    await anna.context().close();
    await ben.context().close();
  });
});

describe('devices and data', () => {
  it('says which version it is, and under which licences what is in it', async () => {
    const page = await openBrowser(browser, `${service.url}/you`);
    await page.getByText(`Same Deal ${release.version}`).waitFor();
    await page.getByRole('link', { name: 'Licences of the software in it' }).click();
    await page.getByText(/^svelte \d/m).waitFor();
    await page.context().close();
  });

  it('another device is signed out by a tap; all data is one download; deleting is asked twice', async () => {
    const page = await openTable(browser, service.url, { variant });
    await claim(page, 'two-devices');
    await page.goto(`${service.url}/you`);
    const phones = await openBrowser(browser, `${service.url}/sign-in?to=/games`, phone);
    await signIn(phones, 'two-devices');
    await phones.waitForURL(/\/games/);
    await phones.getByRole('link', { name: 'Continue Bisley' }).waitFor();
    await expectAccessible(phones, 'all games');

    await page.reload();
    const devices = page.getByRole('region', { name: 'Your devices' }).getByRole('listitem');
    await expect.poll(() => devices.count()).toBe(2);
    await expectAccessible(page, 'you');
    await page.getByRole('button', { name: 'Sign out Chrome on Linux' }).click();
    await expect.poll(() => devices.count()).toBe(1);
    await signedOut(phones).waitFor();

    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Download all my data' }).click(),
    ]);
    expect(download.suggestedFilename()).toBe('same-deal.json');
    const parts: Buffer[] = [];
    for await (const part of await download.createReadStream()) parts.push(part as Buffer);
    const data = JSON.parse(Buffer.concat(parts).toString()) as {
      person: object;
      plays: object[];
    };
    expect(data.plays).toHaveLength(1);
    expect(data.person).toMatchObject({ account: { username: 'two-devices' } });

    await page.getByRole('button', { name: 'Delete everything' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Continue', exact: true }).click();
    await page.getByRole('button', { name: 'Keep everything' }).click();
    await page.getByRole('button', { name: 'Delete everything' }).click();
    await expectAccessible(page, 'what deleting means');
    await page.getByRole('dialog').getByRole('button', { name: 'Continue', exact: true }).click();
    await page.getByRole('button', { name: 'Yes, delete everything' }).click();
    await allDeleted(page).waitFor();
    await page.goto(`${service.url}/you`);
    await page.getByText('Nobody has played on this device yet.').waitFor();
    await page.context().close();
    await phones.context().close();
  });

  it('P8: signing out, and deleting everything, are done where their answer was lost, and said so', async () => {
    const page = await openTable(browser, service.url, { variant });
    await claim(page, 'lost-answers');
    const loseAnswers = (path: string, method: string) =>
      page.route(`**${path}`, async (route) => {
        if (route.request().method() !== method) return route.continue();
        await route.fetch();
        await route.abort();
      });
    await page.goto(`${service.url}/you`);
    await loseAnswers('/api/auth/sign-out', 'POST');
    await page.getByRole('button', { name: 'Sign out here' }).click();
    await page.getByText('You are signed out.', { exact: true }).waitFor();
    await page.goto(`${service.url}/sign-in?to=/you`);
    await signIn(page, 'lost-answers');
    await page.waitForURL(/\/you/);

    await loseAnswers('/api/me', 'DELETE');
    await page.getByRole('button', { name: 'Delete everything' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Continue', exact: true }).click();
    await page.getByRole('button', { name: 'Yes, delete everything' }).click();
    await allDeleted(page).waitFor();
    expect(await signedOut(page).count()).toBe(0);
    await page.context().close();
  });

  it('P8: who has deleted everything as the line was lost is told so when it is back, and nothing of theirs stays', async () => {
    const page = await openTable(browser, service.url, { variant });
    await page.goto(`${service.url}/you`);
    const kept = () =>
      page.evaluate(() =>
        Object.keys(localStorage).filter((key) => /been-here|last-table|leaving/.test(key)),
      );
    await expect.poll(async () => (await kept()).length).toBe(2);
    let isLost = false;
    await page.route('**/api/me', async (route) => {
      if (route.request().method() === 'DELETE') {
        await route.fetch();
        isLost = true;
      }
      return isLost ? route.abort() : route.continue();
    });
    await page.getByRole('button', { name: 'Delete everything' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Continue', exact: true }).click();
    await page.getByRole('button', { name: 'Yes, delete everything' }).click();
    await page.getByRole('alert').waitFor();
    isLost = false;
    await allDeleted(page).waitFor();
    expect(await signedOut(page).count()).toBe(0);
    await expect.poll(kept).toEqual([]);
    await page.context().close();
  });
});
