// No page of another site changes anything here: every route that is not for reading, whatever routes there are.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildTestApp, device } from './support/app.ts';
import type { TestApp } from './support/app.ts';

let service: TestApp;
beforeAll(async () => {
  service = await buildTestApp();
  await service.app.ready();
});
afterAll(() => service.close());

const READING = ['GET', 'HEAD', 'OPTIONS'];

/** Every route of the app as `METHOD /path`, from the router's own tree: four signs of indentation a level. */
function routes(): string[] {
  const parents: string[] = [];
  return service.app
    .printRoutes()
    .split('\n')
    .flatMap((line) => {
      const found = /^([│ ]*)[├└]── (\S*?)(?: \(([A-Z, ]+)\))?$/.exec(line);
      if (!found) return [];
      const [, indent = '', part = '', methods] = found;
      const level = indent.length / 4;
      const path = (parents[level - 1] ?? '') + part;
      parents.splice(level, Infinity, path);
      return methods?.split(', ').map((method) => `${method} ${path}`) ?? [];
    });
}
const changing = () => routes().filter((route) => !READING.includes(route.split(' ')[0]!));

describe('P8: a change asked for by a foreign page', () => {
  test('the routes are found', () => {
    expect(changing()).toEqual(
      expect.arrayContaining([
        'POST /api/me',
        'POST /api/sign-in/password',
        'POST /api/account/passkeys/options',
        'DELETE /api/account/passkeys/:id',
        'POST /api/hand-overs/accept',
        'POST /api/auth/*',
      ]),
    );
  });

  test('is refused on every route, signed in or not, before anything else is looked at', async () => {
    const anna = device(service.app);
    await anna.post('/api/me', {});
    for (const route of changing()) {
      const [method, path] = route.split(' ') as [string, string];
      for (const cookie of [anna.cookie(), '']) {
        for (const headers of [
          { origin: 'https://evil.example' },
          { origin: 'http://localhost:3001' },
          { origin: 'null' },
          { 'sec-fetch-site': 'cross-site' },
        ] as Record<string, string>[]) {
          const answer = await service.app.inject({
            method: method as 'POST',
            url: path.replace(/:\w+|\*/g, 'x'),
            headers: { host: 'localhost:3000', ...(cookie && { cookie }), ...headers },
            payload: method === 'DELETE' ? undefined! : {},
          });
          const told = `${route} from ${JSON.stringify(headers)}`;
          expect(answer.statusCode, told).toBe(403);
          expect(answer.json(), told).toMatchObject({ error: { code: 'forbidden' } });
          expect(answer.headers['set-cookie'], told).toBeUndefined();
        }
      }
    }
    expect((await anna.get('/api/me')).status, 'she is still there').toBe(200);
  });

  test('cannot be a form: only JSON is taken', async () => {
    for (const route of changing().filter((one) => one.startsWith('POST'))) {
      const answer = await service.app.inject({
        method: 'POST',
        url: route.split(' ')[1]!.replace(/:\w+|\*/g, 'x'),
        headers: { host: 'localhost:3000', 'content-type': 'text/plain' },
        payload: '{}',
      });
      expect(answer.statusCode, route).toBe(400);
    }
  });
});
