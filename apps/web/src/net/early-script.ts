/**
 * What the HTML itself runs (build/early-line.ts): it shows the chosen theme and felt, at a table nothing but felt, opens
 * the page's first line, which `early-line.ts` takes over, and loads the page again where its own files do not come.
 */
// Not from the whole package: that would bring every schema into the page.
import { PROTOCOL_VERSION, SESSION_MARK } from '@same-deal/protocol/version';

/** Under which this browser keeps who was last signed in; written by `state/been-here.ts`. */
export const BEEN_HERE = 'same-deal:been-here';

/** Under which this browser keeps what is preferred; written by `state/preferences.svelte.ts`. */
export const PREFERENCES = 'same-deal:preferences';

/** So long what is asked here may be taken for asked by the page: times in the answer count from when it is taken. */
export const FRESH_FOR_MS = 1_000;

/**
 * The script in the HTML. It sets theme and felt before anything is painted, and opens a line if somebody has been here
 * before: a newcomer has no session to connect with yet. The line asks to be let in as `wire.ts` does, and its address
 * is the one made there of the query of `line-route.ts`; if they differ, the line is opened anew. At a table it asks for
 * that table, as `play-session.svelte.ts` does first. Whoever has a session has been here, though the browser has
 * deleted who it was, as Safari does after a week, or had no room for it: the service's cookie beside the session's is left.
 */
export const EARLY_LINE = `try {
  if (location.pathname.startsWith('/play/')) document.documentElement.dataset.atTable = '';
  const { theme = 'system', felt = 'green' } = JSON.parse(localStorage.getItem('${PREFERENCES}') ?? '{}');
  Object.assign(document.documentElement.dataset, { theme, felt });
} catch {}
try {
  if (localStorage.getItem('${BEEN_HERE}') !== null || document.cookie.includes('${SESSION_MARK}=')) {
    const [, kind, at] = /^\\/(race|play)\\/([^/]+)\\/?$/.exec(location.pathname) ?? [];
    const query = 'v=${PROTOCOL_VERSION}&quiet=1' + (at ? '&at=' + at : '') + '&EIO=4&transport=websocket';
    const socket = new WebSocket(location.origin.replace('http', 'ws') + '/socket.io/?' + query);
    const received = [];
    const line = globalThis.earlyLine = { socket, received };
    socket.onmessage = ({ data }) => {
      const count = received.push(data);
      if (count === 1) socket.send('40');
      if (count === 2 && kind === 'play' && data.startsWith('40')) {
        line.asked = JSON.stringify(['play:open', { playId: at }]);
        socket.send('420' + line.asked);
        setTimeout(() => delete line.asked, ${FRESH_FOR_MS});
      }
    };
  }
} catch {}`;

/**
 * The script in the HTML for a page whose own script or styles do not come: the line was cut, or a service of another
 * version, which has others, took the place of the one that had sent the HTML. It is loaded again as soon as a service
 * answers, and less often where that has not helped; once for styles alone, which something may bar for good. A page that
 * is there is left alone: it says itself what it lacks.
 */
export const LOAD_AGAIN = `addEventListener('error', ({ target }) => {
  if (!target.matches?.('script, [rel=stylesheet]') || document.querySelector('#app > main')) return;
  const [{ type }] = performance.getEntriesByType('navigation');
  const again = () => setTimeout(() => {
    if (type === 'reload' && document.querySelector('#app > main')) return;
    fetch('/healthz').then(({ ok }) => ok ? location.reload() : again(), again);
  }, type === 'reload' ? 15000 : 2000);
  again();
}, true);`;
