/**
 * `tsx tools/other-browsers/main.ts [firefox] [firefox-large-text] [webkit]`: one race from start to standings in browsers that the browser
 * tests do not drive, with motion on; then the page without the service. A missing program is named, with how to get it, and fails the run.
 */
import { startLocalService } from '../local-service.ts';
import type { LocalService } from '../local-service.ts';
import type { Driver } from './driver.ts';
import { Missing } from './driver.ts';
import { largeText, openFirefox } from './firefox.ts';
import { openWithout, raceIn } from './smoke-race.ts';
import { openWebKit } from './webkit.ts';

const browsers: Readonly<Record<string, () => Promise<Driver>>> = {
  firefox: () => openFirefox(),
  'firefox-large-text': () => openFirefox(largeText),
  webkit: openWebKit,
};

const requested = process.argv.slice(2);
const unknown = requested.filter((name) => !(name in browsers));
if (unknown.length > 0) {
  console.error(`no browser ${unknown.join(', ')}; there are: ${Object.keys(browsers).join(', ')}`);
  process.exit(2);
}

for (const [name, open] of Object.entries(browsers)) {
  if (requested.length > 0 && !requested.includes(name)) continue;
  let service: LocalService | undefined = await startLocalService();
  const { url } = service;
  const stop = async () => {
    await service?.stop();
    service = undefined;
  };
  let driver: Driver | undefined;
  try {
    driver = await open();
    const { version } = driver;
    console.log(version);
    const say = (text: string) => console.log(`  ${text}`);
    await raceIn(driver, url, say);
    await openWithout(driver, url, stop, say);
    console.log(`${name}: passed`);
  } catch (error) {
    process.exitCode = 1;
    const why = error instanceof Missing ? error.message : String(error);
    const text = await driver
      ?.run<string>('return document.body.innerText.slice(0, 600);')
      .catch(() => '');
    console.error(`${name}: ${why}${text ? `\nThe page showed:\n${text}` : ''}`);
  } finally {
    await driver?.close();
    await stop();
  }
}
