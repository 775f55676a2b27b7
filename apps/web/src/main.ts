import { mount } from 'svelte';
import App from './App.svelte';
import { prepareErrorText } from './messages/error-text.svelte.ts';
import { createApi } from './net/api.ts';
import { beforeRefusals } from './net/before-refusals.ts';
import { createLineRoute } from './net/line-route.ts';
import { createRoutedTransport } from './net/routed-transport.ts';
import { createSocketTransport } from './net/socket-transport.ts';
import { localTransport } from './offline/practice.ts';
import { Announcer } from './state/announcer.svelte.ts';
import type { AppContext } from './state/app.ts';
import { beenHere } from './state/been-here.ts';
import { Connection } from './state/connection.svelte.ts';
import { Identity } from './state/identity.svelte.ts';
import { Notices } from './state/notices.svelte.ts';
import { PreferenceStore } from './state/preferences.svelte.ts';
import { meetingPlace } from './state/route.ts';
import { Router } from './state/router.svelte.ts';
import { Stage } from './state/stage.svelte.ts';
import { Update } from './state/update.svelte.ts';
import { fetchLater } from './ui/fetch-later.ts';
import './styles/tokens.css';
import './styles/app.css';

const api = createApi(undefined, prepareErrorText);
const router = new Router();
const route = createLineRoute(() => meetingPlace(router.route));
const transport = beforeRefusals(
  createRoutedTransport(createSocketTransport(route.query), route),
  prepareErrorText,
);
const identity = new Identity(api, transport);
const connection = new Connection();
/*
 * Some browsers never ask again for a part that once did not come: the next page is loaded anew, so that they do. Not without
 * a line, where there would be less than now, nor where what is played is kept in this page alone.
 */
router.mustLoad = () =>
  globalThis.lacksPart === true && connection.line === 'up' && navigator.cookieEnabled;
const app: AppContext = {
  api,
  transport,
  local: beforeRefusals(
    localTransport(() => identity.person ?? beenHere.last() ?? null),
    prepareErrorText,
  ),
  announcer: new Announcer(() => !!document.querySelector('dialog[open]')),
  router,
  identity,
  preferences: new PreferenceStore(),
  connection,
  notices: new Notices(),
  stage: new Stage(),
  update: new Update(transport),
};
const target = document.getElementById('app')!;
// Long after what the first page needs has come.
fetchLater(
  3_000,
  () => import('./later.ts'),
  ({ begin }) => begin(app),
);

target.replaceChildren();
mount(App, { target, props: { app } });
