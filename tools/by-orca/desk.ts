/** A desk with nobody's eyes at it: a display nobody sees, a browser, Orca, and keys. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { end, findProgram, pause, start, until } from '../other-browsers/programs.ts';

/** Settings that let a browser be read by Orca, and keep it from asking anything itself. */
const firefoxSettings = `
user_pref("accessibility.force_disabled", -1);
user_pref("app.normandy.enabled", false);
user_pref("app.update.enabled", false);
user_pref("browser.aboutwelcome.enabled", false);
user_pref("browser.newtab.preload", false);
user_pref("browser.safebrowsing.downloads.remote.enabled", false);
user_pref("browser.shell.checkDefaultBrowser", false);
user_pref("browser.tabs.firefox-view", false);
user_pref("browser.translations.enable", false);
user_pref("datareporting.policy.dataSubmissionEnabled", false);
user_pref("extensions.getAddons.cache.enabled", false);
user_pref("network.captive-portal-service.enabled", false);
user_pref("network.connectivity-service.enabled", false);
user_pref("startup.homepage_welcome_url", "");
user_pref("toolkit.telemetry.reportingpolicy.firstRun", false);
`;

/** Its own words for the keys are left out, and so are Braille and sounds. */
const orcaSettings = {
  general: { enableKeyEcho: false, enableBraille: false, enableSound: false },
  profiles: { default: { profile: ['Default', 'default'] } },
  pronunciations: {},
  keybindings: {},
};

const speechSettings = 'AddModule "dummy" "sd_dummy" ""\nDefaultModule dummy\n';

/** Each word is written as it goes to the speech server: Orca's own debug file comes late, a word behind the keys. */
const orcaCustoms = (heard: string) => `
import logging
logging.getLogger('speech').addHandler(logging.FileHandler('${heard}'))
`;
const SPOKEN = /^SPEECH OUTPUT: '(.*)'/gm;
/** A voice that has not begun a next sentence for so long has nothing more to say. */
const QUIET_MS = 900;
/** On a slow machine a key's answer takes its time. */
const PATIENCE_MS = 8_000;

export type BrowserName = 'firefox' | 'chromium';

export interface Desk {
  /** All that was spoken, in order, with the keys in brackets before it. */
  readonly transcript: readonly string[];
  /** Presses a key (xdotool's names; several, one after the other), waits until Orca has spoken and is quiet, and gives what it said. */
  press(key: string, patienceMs?: number): Promise<string>;
  /** Waits until something like that was spoken, and then for quiet. */
  hear(what: RegExp, patienceMs?: number): Promise<string>;
  close(): Promise<void>;
}

const howToGet = (debian: string) => `Debian: apt-get install ${debian}`;

/** @throws Missing with the Debian package of what is not there */
export async function openDesk(browser: BrowserName, url: string): Promise<Desk> {
  const home = mkdtempSync(join(tmpdir(), 'same-deal-orca-'));
  const write = (path: string, text: string) => {
    mkdirSync(join(home, path, '..'), { recursive: true });
    writeFileSync(join(home, path), text);
  };
  write('.config/speech-dispatcher/speechd.conf', speechSettings);
  write('.local/share/orca/user-settings.conf', JSON.stringify(orcaSettings));
  write('firefox/user.js', firefoxSettings);
  mkdirSync(join(home, 'run'), { mode: 0o700 });
  const heard = join(home, 'heard.txt');
  write('heard.txt', '');
  write('.local/share/orca/orca-customizations.py', orcaCustoms(heard));

  const display = `:${90 + (process.pid % 100)}`;
  const env = { DISPLAY: display, HOME: home, XDG_RUNTIME_DIR: join(home, 'run'), LANG: 'C.UTF-8' };
  const xdotool = findProgram(['xdotool'], howToGet('xdotool'));
  const programs = [
    start(findProgram(['Xvfb'], howToGet('xvfb')), [display, '-screen', '0', '1280x900x24']),
  ];
  await pause(1_000);
  programs.push(
    start(findProgram(['openbox'], howToGet('openbox')), [], env),
    start(
      findProgram(['orca'], howToGet('orca speech-dispatcher at-spi2-core')),
      ['--replace'],
      env,
    ),
  );

  const transcript: string[] = [];
  let read = 0;
  const fresh = (): readonly string[] => {
    const text = readFileSync(heard, 'utf8');
    const said = [...text.slice(read, text.lastIndexOf('\n') + 1).matchAll(SPOKEN)].map(
      ([, words = '']) => words.trim(),
    );
    read = text.lastIndexOf('\n') + 1;
    transcript.push(...said.map((words) => `  ${words}`));
    return said;
  };
  const listen = async (isEnough: (said: string) => boolean, patienceMs: number) => {
    const said: string[] = [];
    const deadline = performance.now() + patienceMs;
    let last: number | undefined;
    for (;;) {
      await pause(100);
      const words = fresh();
      said.push(...words);
      if (words.length > 0) last = performance.now();
      const isQuiet = last !== undefined && performance.now() - last > QUIET_MS;
      if ((isQuiet && isEnough(said.join('\n'))) || performance.now() > deadline) break;
    }
    return said.join('\n');
  };

  await until('Orca is ready', async () => readFileSync(heard, 'utf8').length > 0);
  await listen(() => true, PATIENCE_MS);
  programs.push(
    browser === 'firefox'
      ? start(
          findProgram(['firefox-esr', 'firefox'], howToGet('firefox-esr')),
          ['--no-remote', '--profile', join(home, 'firefox'), '--kiosk', url],
          env,
        )
      : start(
          findProgram(['chromium', 'chromium-browser'], howToGet('chromium')),
          [
            '--no-sandbox',
            `--user-data-dir=${join(home, 'chromium')}`,
            '--no-first-run',
            '--disable-gpu',
            '--disable-background-networking',
            '--force-renderer-accessibility',
            '--window-size=1280,900',
            `--app=${url}`,
          ],
          env,
        ),
  );

  return {
    transcript,
    press: async (key, patienceMs = PATIENCE_MS) => {
      fresh();
      transcript.push(`[${key}]`);
      execFileSync(xdotool, ['key', '--clearmodifiers', ...key.split(' ')], {
        env: { ...process.env, ...env },
      });
      return listen(() => true, patienceMs);
    },
    hear: (what, patienceMs = 60_000) => listen((said) => what.test(said), patienceMs),
    close: async () => {
      fresh();
      for (const program of programs.toReversed()) await end(program);
      rmSync(home, { recursive: true, force: true, maxRetries: 10, retryDelay: 300 });
    },
  };
}
