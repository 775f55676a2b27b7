/** Drives WebKit, the engine of Safari, by the W3C's WebDriver (https://www.w3.org/TR/webdriver2/). */
import type { ChildProcess } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Driver } from './driver.ts';
import { Missing } from './driver.ts';
import { end, findProgram, freePort, start, until } from './programs.ts';

const HOW = 'Debian: apt-get install webkit2gtk-driver xvfb';

interface Session {
  readonly sessionId: string;
  readonly capabilities: { readonly browserName: string; readonly browserVersion: string };
}

/** The minimal browser that is installed with the engine. */
function findMiniBrowser(): string {
  const library = '/usr/lib';
  const places = readdirSync(library)
    .flatMap((one) =>
      ['webkit2gtk-4.1', 'webkit2gtk-4.0', 'webkitgtk-6.0'].map((kit) => join(library, one, kit)),
    )
    .map((folder) => join(folder, 'MiniBrowser'));
  return findProgram(places, HOW);
}

/** The display of this session, or else a virtual one. */
async function openDisplay(): Promise<{ name: string; child: ChildProcess | undefined }> {
  const given = process.env['DISPLAY'];
  if (given) return { name: given, child: undefined };
  const program = findProgram(['Xvfb'], HOW);
  // It chooses a free display number itself, and prints it.
  let output = '';
  const args = ['-displayfd', '1', '-screen', '0', '1280x900x24', '-nolisten', 'tcp'];
  const child = start(program, args, {}, (text) => (output += text));
  const n = await until('Xvfb has a screen', async () => /^(\d+)$/m.exec(output)?.[1]);
  return { name: `:${n}`, child };
}

/** @throws Missing if WebKit or its driver is not installed */
export async function openWebKit(): Promise<Driver> {
  if (process.platform !== 'linux') throw new Missing(`WebKit is driven on Linux only (${HOW})`);
  const program = findProgram(['WebKitWebDriver'], HOW);
  const binary = findMiniBrowser();
  const { name, child: display } = await openDisplay();
  const port = await freePort();
  const driver = start(program, [`--port=${port}`, '--host=127.0.0.1'], {
    DISPLAY: name,
    // Software rendering, so that it runs without a graphics card, and in containers.
    WEBKIT_DISABLE_DMABUF_RENDERER: '1',
    WEBKIT_DISABLE_COMPOSITING_MODE: '1',
    LIBGL_ALWAYS_SOFTWARE: '1',
    GTK_A11Y: 'none',
    NO_AT_BRIDGE: '1',
  });
  const close = async () => {
    await end(driver);
    if (display) await end(display);
  };
  const ask = async <Result>(method: string, path: string, body?: object): Promise<Result> => {
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      ...(body && { body: JSON.stringify(body) }),
    });
    const { value } = (await answer.json()) as { value: Result & { message?: string } };
    if (!answer.ok) throw new Error(`${method} ${path}: ${value.message ?? answer.status}`);
    return value;
  };
  try {
    await until('the driver answers', async () =>
      ask<{ ready: boolean }>('GET', '/status').then(
        () => true,
        () => false,
      ),
    );
    const options = { binary, args: ['--automation'] };
    const { sessionId, capabilities } = await ask<Session>('POST', '/session', {
      capabilities: { alwaysMatch: { 'webkitgtk:browserOptions': options } },
    });
    const session = `/session/${sessionId}`;
    return {
      version: `${capabilities.browserName} (WebKitGTK) ${capabilities.browserVersion}`,
      open: async (url) => {
        await ask('POST', `${session}/url`, { url });
      },
      run: (body) => ask('POST', `${session}/execute/sync`, { script: body, args: [] }),
      act: async (actions) => {
        await ask('POST', `${session}/actions`, { actions });
      },
      close: async () => {
        await ask('DELETE', session).catch(() => undefined);
        await close();
      },
    };
  } catch (error) {
    await close();
    throw error;
  }
}
