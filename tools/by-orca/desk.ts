/** A desktop without a screen: a virtual display with a browser and Orca, operated by keys. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { end, findProgram, pause, start, until } from '../other-browsers/programs.ts';

/** Settings that make the browser accessible to Orca, and suppress its own prompts. */
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

/** Without Orca's echo of the keys, Braille and sounds. */
const orcaSettings = {
  general: { enableKeyEcho: false, enableBraille: false, enableSound: false },
  profiles: { default: { profile: ['Default', 'default'] } },
  pronunciations: {},
  keybindings: {},
};

const speechSettings = 'AddModule "dummy" "sd_dummy" ""\nDefaultModule dummy\n';

/** Logs speech as it goes to the speech server: Orca's own debug file is written later, one utterance behind the keys. */
const orcaCustoms = (speechLog: string) => `
import logging
logging.getLogger('speech').addHandler(logging.FileHandler('${speechLog}'))
`;
const SPOKEN = /^SPEECH OUTPUT: '(.*)'/gm;
/** After this long without a new sentence, Orca has finished speaking. */
const QUIET_MS = 900;
/** How long to wait for the reaction to a key, which is slow on a slow machine. */
const TIMEOUT_MS = 8_000;

export type BrowserName = 'firefox' | 'chromium';

export interface Desk {
  /** All that was spoken, in order, after the keys in brackets that caused it. */
  readonly transcript: readonly string[];
  /** Presses keys (xdotool's names, separated by spaces), waits until Orca has finished speaking, and returns what it said. */
  press(key: string, timeoutMs?: number): Promise<string>;
  /** Waits until matching speech has been heard and Orca has finished; returns all of it. */
  waitForSpeech(what: RegExp, timeoutMs?: number): Promise<string>;
  close(): Promise<void>;
}

const howToGet = (debian: string) => `Debian: apt-get install ${debian}`;

/** @throws Missing with the Debian package of a program that is not installed */
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
  const speechLog = join(home, 'speech.txt');
  write('speech.txt', '');
  write('.local/share/orca/orca-customizations.py', orcaCustoms(speechLog));

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
  const readNewSpeech = (): readonly string[] => {
    const text = readFileSync(speechLog, 'utf8');
    const spoken = [...text.slice(read, text.lastIndexOf('\n') + 1).matchAll(SPOKEN)].map(
      ([, words = '']) => words.trim(),
    );
    read = text.lastIndexOf('\n') + 1;
    transcript.push(...spoken.map((words) => `  ${words}`));
    return spoken;
  };
  const listen = async (isEnough: (spoken: string) => boolean, timeoutMs: number) => {
    const spoken: string[] = [];
    const deadline = performance.now() + timeoutMs;
    let last: number | undefined;
    for (;;) {
      await pause(100);
      const added = readNewSpeech();
      spoken.push(...added);
      if (added.length > 0) last = performance.now();
      const isQuiet = last !== undefined && performance.now() - last > QUIET_MS;
      if ((isQuiet && isEnough(spoken.join('\n'))) || performance.now() > deadline) break;
    }
    return spoken.join('\n');
  };

  await until('Orca is ready', async () => readFileSync(speechLog, 'utf8').length > 0);
  await listen(() => true, TIMEOUT_MS);
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
    press: async (key, timeoutMs = TIMEOUT_MS) => {
      readNewSpeech();
      transcript.push(`[${key}]`);
      execFileSync(xdotool, ['key', '--clearmodifiers', ...key.split(' ')], {
        env: { ...process.env, ...env },
      });
      return listen(() => true, timeoutMs);
    },
    waitForSpeech: (what, timeoutMs = 60_000) => listen((spoken) => what.test(spoken), timeoutMs),
    close: async () => {
      readNewSpeech();
      for (const program of programs.toReversed()) await end(program);
      rmSync(home, { recursive: true, force: true, maxRetries: 10, retryDelay: 300 });
    },
  };
}
