/** Text on the clipboard, and where links lead. */
import type { Answer, ServiceInfo } from '@same-deal/protocol';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Api } from '../net/api.ts';
import { copyText } from './copy.ts';

afterEach(() => void vi.unstubAllGlobals());

describe('copying', () => {
  const execCommand = vi.fn(() => true);
  class FakeElement {
    readonly focus = vi.fn();
  }
  const before = new FakeElement();
  const field = {
    value: 'A2F-9KD-3QX',
    focus: vi.fn(),
    setSelectionRange: vi.fn(),
  } as unknown as HTMLInputElement;
  const withClipboard = (clipboard: object | undefined) => {
    vi.stubGlobal('navigator', { clipboard });
    vi.stubGlobal('HTMLElement', FakeElement);
    vi.stubGlobal('document', { activeElement: before, execCommand });
  };
  beforeEach(() => void vi.clearAllMocks());

  test('goes by the clipboard where there is one', async () => {
    const writeText = vi.fn(async () => undefined);
    withClipboard({ writeText });
    expect(await copyText('17', undefined)).toBe(true);
    expect(writeText).toHaveBeenCalledExactlyOnceWith('17');
    expect(execCommand).not.toHaveBeenCalled();
  });

  test('goes by a selected field over plain http, and gives the focus back', async () => {
    withClipboard(undefined);
    expect(await copyText('A2F-9KD-3QX', field)).toBe(true);
    expect(field.setSelectionRange).toHaveBeenCalledWith(0, 11);
    expect(execCommand).toHaveBeenCalledWith('copy');
    expect(before.focus).toHaveBeenCalled();
  });

  test('that is not permitted leaves the text selected, to be copied by hand', async () => {
    withClipboard({ writeText: () => Promise.reject(new Error('denied')) });
    execCommand.mockReturnValueOnce(false);
    expect(await copyText('17', field)).toBe(false);
    expect(field.focus).toHaveBeenCalled();
    expect(before.focus).not.toHaveBeenCalled();
  });

  test('says so where nothing works', async () => {
    withClipboard(undefined);
    expect(await copyText('17', undefined)).toBe(false);
    execCommand.mockImplementationOnce(() => {
      throw new Error('unknown command');
    });
    expect(await copyText('17', field)).toBe(false);
  });
});

describe('the origin of links', () => {
  const service = (...answers: (string | null | 'down')[]) => {
    const asked = vi.fn(async (): Promise<Answer<ServiceInfo>> => {
      const publicUrl = answers.shift() ?? null;
      return publicUrl === 'down'
        ? { ok: false, error: { code: 'unavailable' } }
        : { ok: true, data: { publicUrl } as ServiceInfo };
    });
    return { asked, api: { service: asked } as unknown as Api };
  };
  beforeEach(() => {
    vi.resetModules();
    vi.stubGlobal('location', { origin: 'http://10.0.0.7:3000' });
  });
  const load = async () => (await import('./public-origin.ts')).publicOrigin;

  test('is the installation’s own, asked for once', async () => {
    const { asked, api } = service('https://cards.example.org/some/path');
    const publicOrigin = await load();
    expect(await publicOrigin(api)).toBe('https://cards.example.org');
    expect(await publicOrigin(api)).toBe('https://cards.example.org');
    expect(asked).toHaveBeenCalledOnce();
  });

  test('is the one the page was opened by where the installation has none', async () => {
    const { api } = service(null);
    expect(await (await load())(api)).toBe('http://10.0.0.7:3000');
  });

  test('is asked for again after the service could not say', async () => {
    const { api } = service('down', 'https://cards.example.org');
    const publicOrigin = await load();
    expect(await publicOrigin(api)).toBe('http://10.0.0.7:3000');
    expect(await publicOrigin(api)).toBe('https://cards.example.org');
  });
});
