// The document of HTTP has every route that the service really has, and no other.
import { expect, test } from 'vitest';
import { buildTestApp } from './support/app.ts';
import { httpDocument } from './support/wire-documents.ts';

test('OpenAPI has every route of the service but the page, and no other', async () => {
  const { app, close } = await buildTestApp({
    config: {
      metricsToken: 'a token',
      publicUrl: undefined,
      smtp: undefined,
      logLevel: 'warn',
      trustProxy: 'loopback',
    },
  });
  // A HEAD comes with each GET; the page has its files, and takes what is left over. Below /api/ a file is the service's.
  const isPage = (route: string) =>
    / \/(assets\/)?\*?$/.test(route) || (/\.[a-z0-9]+$/.test(route) && !route.includes(' /api/'));
  const served = app.routes
    .filter((route) => !route.startsWith('HEAD ') && !isPage(route))
    .map((route) => route.replace(/:(\w+)/g, '{$1}').replace('*', '{*}'));
  await close();
  const { paths } = await httpDocument();
  const documented = Object.entries(paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  );
  expect(documented.sort()).toEqual([...new Set(served)].sort());
});
