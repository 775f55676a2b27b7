/** What every component may need, without a service: nothing is answered but by this browser's own tables. */
import { createApi } from '../src/net/api.ts';
import { FakeTransport } from '../src/net/fake-transport.ts';
import { localTransport } from '../src/offline/practice.ts';
import { Announcer } from '../src/state/announcer.svelte.ts';
import type { AppContext } from '../src/state/app.ts';
import { Connection } from '../src/state/connection.svelte.ts';
import { Identity } from '../src/state/identity.svelte.ts';
import { Notices } from '../src/state/notices.svelte.ts';
import { PreferenceStore } from '../src/state/preferences.svelte.ts';
import { Router } from '../src/state/router.svelte.ts';
import { Stage } from '../src/state/stage.svelte.ts';
import { Update } from '../src/state/update.svelte.ts';
import { anna } from './samples.ts';

export function galleryApp(): AppContext {
  const api = createApi(async (path) =>
    path === '/api/me' ? Response.json(anna) : new Response('', { status: 503 }),
  );
  const transport = new FakeTransport();
  const identity = new Identity(api, transport);
  void identity.ensure();
  return {
    api,
    transport,
    local: localTransport(() => anna),
    announcer: new Announcer(),
    router: new Router(),
    identity,
    preferences: new PreferenceStore(),
    connection: new Connection(),
    notices: new Notices(),
    stage: new Stage(),
    update: new Update({ onOutdated: () => () => undefined }),
  };
}
