/** One race in a browser that is not Chromium, with motion on: from the start page to the standings. */
import type { Driver } from './driver.ts';
import { pressAt, pressKey } from './driver.ts';
import { pause, until } from './programs.ts';

/** Helpers that run in the page: visible, enabled elements, by selector and name. */
const inPage = `
  const nameOf = (one) => (one.getAttribute('aria-label') ?? one.textContent).trim().replace(/\\s+/g, ' ');
  const isSeen = (one) => one.getClientRects().length > 0 && !one.disabled && one.ariaDisabled !== 'true' && !one.closest('[inert]');
  const all = (selector) => [...document.querySelectorAll(selector)].filter(isSeen);
  const placeOf = (one) => {
    one.scrollIntoView({ block: 'nearest' });
    const { x, y, width, height } = one.getBoundingClientRect();
    return { x: x + width / 2, y: y + Math.max(height / 2, height - 14) };
  };
`;

interface Place {
  readonly x: number;
  readonly y: number;
}

const ENTER = '\uE007';
const ESCAPE = '\uE00C';

/**
 * Races in the page at `url`.
 * @param say prints progress
 * @throws Error naming what did not happen in time
 */
export async function raceIn(driver: Driver, url: string, say: (text: string) => void) {
  const evaluate = <Result>(body: string) => driver.run<Result>(`${inPage} ${body}`);
  const sees = (what: string, body: string) =>
    until(what, () => evaluate<boolean>(`return Boolean(${body});`));
  const find = (selector: string, name: string) =>
    until(`${selector} named ${name}`, () =>
      evaluate<Place | undefined>(`
        const one = all(${JSON.stringify(selector)}).find((one) => new RegExp(${JSON.stringify(name)}).test(nameOf(one)));
        return one ? placeOf(one) : undefined;`).then((place) => place ?? undefined),
    );
  const press = async (selector: string, name: string) => {
    let { x, y } = await find(selector, name);
    // Elements that load late may move it.
    await until(`${name} stays where it is`, async () => {
      await pause(150);
      const now = await find(selector, name);
      const isStill = now.x === x && now.y === y;
      ({ x, y } = now);
      return isStill;
    });
    await pressAt(driver, x, y);
  };
  /** One of the figures above the table. */
  const figure = (name: string) =>
    evaluate<number>(`
      const term = [...document.querySelectorAll('dt')].find((one) => nameOf(one) === '${name}');
      return Number(term?.parentElement.querySelector('dd')?.textContent ?? -1);`);

  await driver.open(url);
  await sees(
    'the digits of a 10 in the small tables, one beside the other',
    `(() => {
      const tens = [...document.querySelectorAll('svg text')].filter((one) => one.textContent === '10');
      return tens.length > 0 && tens.every((one) => {
        const [left, right] = [one.getExtentOfChar(0), one.getExtentOfChar(1)];
        return left.width > 0 && left.x + left.width <= right.x + right.width / 2;
      });
    })()`,
  );
  await sees(
    'the signs of the small tables on their cards',
    `[...document.querySelectorAll('svg text')].every((one) => one.getBBox().width <= 100)`,
  );
  await press('button', '^Race a friend$');
  await press('summary', '^Add a sparring partner$');
  await press('button', '^Add the easygoing sparring partner$');
  await press('button', '^Start the race$');
  say('a race is open and started');
  await sees('the countdown', `document.querySelector('[role=timer]')`);
  await sees('the table', `all('[data-pile]').length > 8`);
  await sees(
    'all cards on the felt, each as large as its pile',
    `(() => {
      const felt = document.querySelector('.felt').getBoundingClientRect();
      const pile = document.querySelector('.board .mark').getBoundingClientRect();
      return [...document.querySelectorAll('.board .card, .board .place')].every((one) => {
        const { left, right, bottom, width } = one.getBoundingClientRect();
        const isOnFelt = left >= felt.left && right <= felt.right && bottom <= felt.bottom + 1;
        return isOnFelt && Math.abs(width - pile.width) < 1;
      });
    })()`,
  );
  await evaluate(`
    window.motions = 0;
    const note = () => {
      window.motions += document.getAnimations().filter((one) => one.playState === 'running').length;
      requestAnimationFrame(note);
    };
    requestAnimationFrame(note);`);

  // By mouse: click piles until a card can move, then its target.
  const piles = await evaluate<number>(`return all('[data-pile]').length;`);
  for (let n = 0; n < piles && (await figure('Moves')) === 0; n++) {
    const { x, y } = await evaluate<Place>(`return placeOf(all('[data-pile]')[${n}]);`);
    await pressAt(driver, x, y);
    const lit = `all('[data-pile].target')[0]`;
    const target = await evaluate<Place | null>(`return ${lit} ? placeOf(${lit}) : null;`);
    if (target) await pressAt(driver, target.x, target.y);
    else await pressKey(driver, ESCAPE);
    await pause(200);
  }
  if ((await figure('Moves')) !== 1) throw new Error('no card moved by the mouse');
  await until('cards fly', () => evaluate<boolean>(`return window.motions > 0;`));
  say('a card moved by the mouse, and flew');

  // By keys: undo, then redo.
  await evaluate(`all('[data-pile]')[8].focus();`);
  await pressKey(driver, 'z');
  await until('undo by its key', async () => (await figure('Undos')) === 1);
  await pressKey(driver, 'y');
  await until('redo by its key', async () => (await figure('Moves')) === 2);
  await sees('what was said', `document.querySelector('[aria-live=polite]').textContent.trim()`);
  say('undo and redo by keys');

  // The service has stored the moves: a reload changes nothing.
  await driver.open(await evaluate<string>(`return location.href;`));
  await sees('the table again', `all('[data-pile]').length > 8`);
  await until('the move is kept', async () => (await figure('Moves')) === 2);
  say('the table is the same after a reload');

  await press('button', '^Give up$');
  await sees('the question', `document.querySelector('dialog[open], [role=alertdialog]')`);
  await press('dialog[open] button, [role=alertdialog] button', '^Give up');
  await sees('that it was given up', `/gave up|Give up|Gave up/.test(document.body.textContent)`);
  await pressKey(driver, ENTER);
  await sees('the standings', `all('h1, h2, h3').some((one) => nameOf(one) === 'Standings')`);
  await sees('the own row', `all('li, tr').some((one) => /Gave up/i.test(one.textContent))`);
  say('given up, and in the standings');
}

/**
 * Opens the page once the service has gone, from what the browser has kept of it.
 * @param stop ends the service
 */
export async function openWithout(
  driver: Driver,
  url: string,
  stop: () => Promise<void>,
  say: (text: string) => void,
) {
  await until('the page is kept', () =>
    driver.run<boolean>(`return navigator.serviceWorker.controller?.state === 'activated';`),
  );
  await stop();
  for (const path of ['/', '/daily']) {
    await driver.open(new URL(path, url).href);
    await until(`${path} without a service`, () =>
      driver.run<boolean>(`return document.querySelector('h1') !== null;`),
    );
  }
  say('the page opens without the service');
}
