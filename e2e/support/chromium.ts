import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import { scaled } from '../../tools/scale.ts';

const WHOLE = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome'];
/** The headless shell is a quarter faster; the nightly tests use the full browser, as people do. */
const NAMES = scaled(['chromium-headless-shell', ...WHOLE], WHOLE);
const PLACES = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
];

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** The path of a Chromium or Chrome on this machine, CHROMIUM_PATH first; undefined if there is none. */
export function findChromium(): string | undefined {
  const given = process.env['CHROMIUM_PATH'];
  const onPath = (process.env['PATH'] ?? '')
    .split(delimiter)
    .flatMap((folder) => NAMES.map((name) => join(folder, name)));
  return [...(given ? [given] : []), ...onPath, ...PLACES].find(isProgram);
}

export const howToGetChromium =
  'install Chromium (Debian: apt-get install chromium; macOS: brew install --cask chromium), or set CHROMIUM_PATH to a Chrome';
