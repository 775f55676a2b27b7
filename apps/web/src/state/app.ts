import { createContext } from 'svelte';
import type { Api } from '../net/api.ts';
import type { Connectable, Transport } from '../net/transport.ts';
import type { Announcer } from './announcer.svelte.ts';
import type { Connection } from './connection.svelte.ts';
import type { Identity } from './identity.svelte.ts';
import type { Notices } from './notices.svelte.ts';
import type { PreferenceStore } from './preferences.svelte.ts';
import type { Router } from './router.svelte.ts';
import type { Stage } from './stage.svelte.ts';
import type { Update } from './update.svelte.ts';

/** What every page may need; handed down from `App.svelte`. */
export interface AppContext {
  readonly api: Api;
  readonly transport: Transport & Pick<Connectable, 'reconnect'>;
  /** The line to the plays that are kept in this browser alone. */
  readonly local: Transport;
  readonly announcer: Announcer;
  readonly router: Router;
  readonly identity: Identity;
  readonly preferences: PreferenceStore;
  readonly connection: Connection;
  readonly notices: Notices;
  readonly stage: Stage;
  readonly update: Update;
}

export const [useApp, provideApp] = createContext<AppContext>();
