/** Going about the page over the browser's own history. */
import { afterEach, describe, expect, test, vi } from 'vitest';
import { Router } from './router.svelte.ts';

/** As much of a browser as a router needs. */
function browser(path: string) {
  const loaded: string[] = [];
  const location = {
    pathname: path,
    origin: 'http://here',
    assign: (to: string) => loaded.push(`assign ${to}`),
    replace: (to: string) => loaded.push(`replace ${to}`),
  };
  const page = new EventTarget();
  const document = new EventTarget();
  const visit = (_state: unknown, _title: string, to: string) => {
    location.pathname = new URL(to, location.origin).pathname;
  };
  const history = { pushState: vi.fn(visit), replaceState: vi.fn(visit) };
  class Link extends EventTarget {
    readonly target: string;
    readonly href: string;
    readonly attributes: readonly string[];
    constructor(to: string, attributes: readonly string[] = [], target = '') {
      super();
      this.attributes = attributes;
      this.target = target;
      this.href = new URL(to, location.origin).href;
    }
    get origin() {
      return new URL(this.href).origin;
    }
    get pathname() {
      return new URL(this.href).pathname;
    }
    get search() {
      return new URL(this.href).search;
    }
    get hash() {
      return new URL(this.href).hash;
    }
    closest = () => this;
    hasAttribute = (name: string) => this.attributes.includes(name);
  }
  vi.stubGlobal('location', location);
  vi.stubGlobal('history', history);
  vi.stubGlobal('document', document);
  vi.stubGlobal('Element', Link);
  vi.stubGlobal('scrollTo', vi.fn());
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page));
  /** A click; says whether the page took it over from the browser. */
  function click(link: Link, more: object = {}): boolean {
    const event = new Event('click', { cancelable: true });
    Object.defineProperty(event, 'target', { value: link });
    Object.assign(event, { button: 0, ...more });
    document.dispatchEvent(event);
    return event.defaultPrevented;
  }
  const back = (to: string) => {
    location.pathname = to;
    page.dispatchEvent(new Event('popstate'));
  };
  return { history, Link, click, back, loaded };
}

afterEach(() => void vi.unstubAllGlobals());

function at(path: string) {
  const there = browser(path);
  const router = new Router();
  return { ...there, router, stop: router.start() };
}

describe('the router', () => {
  test('begins where the address says', () => {
    const { router } = at('/race/abc234');
    expect(router.route).toEqual({ page: 'race', code: 'ABC234' });
  });

  test('goes to a page, from its top, and can leave no trace of the one before', () => {
    const { router, history } = at('/');
    router.go('/daily');
    expect(router.route.page).toBe('dailies');
    expect(scrollTo).toHaveBeenCalledWith(0, 0);
    router.go('/you', { replace: true });
    expect(router.route.page).toBe('you');
    expect([history.pushState.mock.calls.length, history.replaceState.mock.calls.length]).toEqual([
      1, 1,
    ]);
  });

  test('stays where it is when it goes where it is', () => {
    const { router } = at('/daily');
    router.go('/daily');
    expect(router.route.page).toBe('dailies');
  });

  test('has the browser load the next page where it must', () => {
    const { router, history, loaded } = at('/');
    router.mustLoad = () => true;
    router.go('/daily');
    router.go('/you', { replace: true });
    expect(loaded).toEqual(['assign /daily', 'replace /you']);
    expect([history.pushState, history.replaceState].flatMap(({ mock }) => mock.calls)).toEqual([]);
    expect(router.route.page).toBe('home');
  });

  test('goes on only from where one still is', () => {
    const { router } = at('/');
    router.goFrom('/', '/daily');
    router.goFrom('/', '/you');
    expect(router.route.page).toBe('dailies');
  });

  test('follows the back button', () => {
    const { router, back } = at('/');
    router.go('/daily');
    back('/');
    expect(router.route.page).toBe('home');
  });

  test('follows links of the page without loading it anew', () => {
    const { router, click, Link } = at('/');
    expect(click(new Link('/people'))).toBe(true);
    expect(router.route.page).toBe('people');
  });

  test('leaves to the browser what is the browser’s: other sites, new windows, files, the skip link', () => {
    const { router, click, Link } = at('/daily');
    expect(click(new Link('https://elsewhere.example/'))).toBe(false);
    expect(click(new Link('/people'), { ctrlKey: true })).toBe(false);
    expect(click(new Link('/people'), { metaKey: true })).toBe(false);
    expect(click(new Link('/people'), { button: 1 })).toBe(false);
    expect(click(new Link('/people', [], '_blank'))).toBe(false);
    expect(click(new Link('/people', ['download']))).toBe(false);
    expect(click(new Link('/daily#main'))).toBe(false);
    expect(router.route.page).toBe('dailies');
  });

  test('follows nothing more once it has stopped', () => {
    const { router, click, Link, stop } = at('/');
    stop();
    expect(click(new Link('/people'))).toBe(false);
    expect(router.route.page).toBe('home');
  });
});
