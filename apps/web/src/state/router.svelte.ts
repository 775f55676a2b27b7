import { parseRoute } from './route.ts';
import type { Route } from './route.ts';

declare global {
  /** Set by what imports the page's parts (vite.config.ts), once one did not come. */
  var lacksPart: boolean | undefined;
}

/** Where in the page somebody is, over the browser's own history. */
export class Router {
  #path = $state(location.pathname);
  readonly #route: Route = $derived(parseRoute(this.#path));

  get path(): string {
    return this.#path;
  }

  get route(): Route {
    return this.#route;
  }

  /** Whether the next page has to be loaded, as by a browser's own link. */
  mustLoad: () => boolean = () => false;

  /** Goes to a path of this page. */
  go(path: string, { replace = false } = {}): void {
    if (this.mustLoad()) return location[replace ? 'replace' : 'assign'](path);
    history[replace ? 'replaceState' : 'pushState'](null, '', path);
    scrollTo(0, 0);
    this.#arrive();
  }

  /** Goes on from a page, if one is still there: a slow answer takes nobody from where they have gone. */
  goFrom(from: string, path: string): void {
    if (from === this.#path) this.go(path);
  }

  #arrive(): void {
    this.#path = location.pathname;
  }

  /** Follows links and the back button; returns the function that stops it. */
  start(): () => void {
    const leave = new AbortController();
    const { signal } = leave;
    addEventListener('popstate', () => this.#arrive(), { signal });
    document.addEventListener('click', (event) => this.#follow(event), { signal });
    return () => leave.abort();
  }

  #follow(event: MouseEvent): void {
    const wantsOwnWindow = event.metaKey || event.ctrlKey || event.shiftKey || event.altKey;
    if (event.defaultPrevented || event.button !== 0 || wantsOwnWindow) return;
    const link = event.target instanceof Element ? event.target.closest('a') : null;
    if (!link?.href || link.target || link.hasAttribute('download')) return;
    // A fragment on the same page is the browser's business: the skip link.
    if (link.origin !== location.origin || (link.hash && link.pathname === this.#path)) return;
    event.preventDefault();
    this.go(link.pathname + link.search + link.hash);
  }
}
