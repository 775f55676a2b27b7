/**
 * `pnpm test orca [firefox|chromium]`: a screen reader's user joins a race from its link, plays some moves with the keys of
 * the table, asks for information, gives up and reads the standings, guided only by what Orca speaks. Prints the speech.
 */
import { launch, openBrowser } from '../../e2e/support/browser.ts';
import { concede, openRace } from '../../e2e/support/race.ts';
import { Ways } from '../../e2e/support/ways.ts';
import { startLocalService } from '../local-service.ts';
import { openDesk } from './desk.ts';
import type { Desk } from './desk.ts';

const MOVES = 6;
const QUESTIONS = 'l z y t p Escape c s o o w F6 F6 F6 F6';
const LINES_OF_RESULT = 30;

/** Presses a key until matching speech follows, and returns that. */
async function pressUntil(desk: Desk, key: string, what: RegExp): Promise<string> {
  for (let presses = 0; presses < 25; presses++) {
    const spoken = await desk.press(key);
    if (what.test(spoken)) return spoken;
  }
  throw new Error(`${key} does not lead to ${String(what)}`);
}

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

/** The pile that was spoken. */
const placeIn = (spoken: string) => /^(Column \d+|\w+ foundation[^:]*):/m.exec(spoken)?.[1];

/** The moves listed by the key M, from pile to pile; without `to`, to a foundation. */
const offersIn = (spoken: string) =>
  [...spoken.matchAll(/from (column \d+) to (?:its foundation|(column \d+))/g)].map(
    ([, from = '', to]) => ({ from: capital(from), to: to && capital(to) }),
  );

const ways = new Ways();

/** Moves the focus by arrow keys from one pile to another. */
async function walkTo(desk: Desk, from: string, to: string): Promise<void> {
  let current = from;
  for (let steps = 0; current !== to; steps++) {
    if (steps > 60) throw new Error(`the arrow keys do not lead to ${to}`);
    const key = ways.towards(current, to);
    // At an edge nothing is spoken.
    const next = placeIn(await desk.press(key)) ?? current;
    ways.note(current, key, next);
    current = next;
  }
}

/** Plays moves that the table lists on request, preferably to a foundation. */
async function playByEar(desk: Desk, from: string): Promise<void> {
  let current = from;
  for (let moves = 0; moves < MOVES; moves++) {
    const offers = offersIn(await desk.press('m'));
    const offer = offers.find(({ to }) => to === undefined) ?? offers[0];
    if (!offer) return;
    await walkTo(desk, current, offer.from);
    current = offer.from;
    if (offer.to === undefined) {
      await desk.press('h');
      continue;
    }
    await desk.press('Return');
    await walkTo(desk, current, offer.to);
    current = offer.to;
    await desk.press('Return');
  }
}

const name = process.argv[2] ?? 'firefox';
if (name !== 'firefox' && name !== 'chromium') throw new Error(`no browser ${name}`);
const service = await startLocalService();
const others = await launch();
const host = await openBrowser(others, service.url);
await openRace(host, 'bisley/thirteen');
const desk = await openDesk(name, host.url());
try {
  await desk.waitForSpeech(/Join the race|Lobby/);
  await pressUntil(desk, 'Tab', /Your name/);
  await desk.press('Return');
  await desk.press('space');
  await host.getByText('Everyone is ready.').waitFor();
  await host.getByRole('button', { name: 'Start the race' }).click();
  await desk.waitForSpeech(/Go!|Racing/);

  const first = placeIn(await pressUntil(desk, 'Tab', /Column \d+:/)) ?? '';
  // Pressed twice, focus mode becomes permanent, so that all keys reach the page.
  await desk.press('Insert+a Insert+a');
  await playByEar(desk, first);
  for (const key of QUESTIONS.split(' ')) await desk.press(key);
  await concede(host);
  await desk.waitForSpeech(/gave up/i, 20_000);

  await pressUntil(desk, 'shift+Tab', /Give up/);
  await desk.press('space');
  await pressUntil(desk, 'Tab', /Give up/);
  await desk.press('space', 15_000);
  // Back to browse mode, to read the standings line by line.
  await desk.press('Insert+a');
  for (let lines = 0; lines < LINES_OF_RESULT; lines++) await desk.press('Down', 3_000);
} catch (error) {
  console.error(error);
  process.exitCode = 1;
} finally {
  await desk.close();
  await others.close();
  await service.stop();
  console.log(desk.transcript.join('\n'));
}
