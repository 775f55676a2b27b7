import { mount } from 'svelte';
import App from './App.svelte';
import { createApi } from './net/api.ts';
import { createSocketTransport } from './net/socket-transport.ts';
import { Connection } from './state/connection.svelte.ts';
import { Identity } from './state/identity.svelte.ts';
import { Notices } from './state/notices.svelte.ts';
import { Router } from './state/router.svelte.ts';
import { Stage } from './state/stage.svelte.ts';
import './styles/tokens.css';
import './styles/app.css';

const api = createApi();
const transport = createSocketTransport();
const target = document.getElementById('app');
if (!target) throw new Error('index.html has no #app');

mount(App, {
  target,
  props: {
    app: {
      api,
      transport,
      router: new Router(),
      identity: new Identity(api, transport),
      connection: new Connection(),
      notices: new Notices(),
      stage: new Stage(),
    },
  },
});
