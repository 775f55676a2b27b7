import { existsSync, readFileSync } from 'node:fs';

/** What the page's build noted for an address (its `build/preloads.ts`). */
interface Preload {
  /** A path; `*` stands for one of its parts. */
  readonly address: string;
  readonly scripts: readonly string[];
  /** Fonts without which what is shown first would be blank. */
  readonly fonts?: readonly string[];
}

/** Puts links into the page for what an address will need, so that all of it is fetched at once. */
export type AddPreloads = (html: string, address: string, isSignedIn: boolean) => string;

/**
 * Reads which scripts the pages need.
 * @param file the build's notes; where there are none there are no links
 */
export function readPreloads(file: string): AddPreloads {
  const list = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Preload[]) : [];
  return (html, address, isSignedIn) => {
    const found = list.find((preload) => isAt(preload.address, address));
    const links = (found?.scripts ?? []).map(
      (script) => `<link rel="modulepreload" crossorigin href="${script}" />`,
    );
    for (const font of found?.fonts ?? []) {
      links.push(`<link rel="preload" as="font" type="font/woff2" crossorigin href="${font}" />`);
    }
    // The page's first question: who is here. A newcomer's page does not ask.
    if (isSignedIn) links.push('<link rel="preload" as="fetch" crossorigin href="/api/me" />');
    return html.replace('</head>', () => `${links.map((link) => `  ${link}\n  `).join('')}</head>`);
  };
}

function isAt(pattern: string, address: string): boolean {
  const parts = address.split('/');
  const wanted = pattern.split('/');
  return (
    parts.length === wanted.length &&
    wanted.every((part, i) => part === parts[i] || (part === '*' && parts[i] !== ''))
  );
}
