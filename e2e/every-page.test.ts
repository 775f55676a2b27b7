/**
 * P11: every page and state: by ear, by thumb, at 400 % zoom, in words of 140 % length, from right to left, in both
 * themes and in forced colours.
 */
import type { Page } from 'playwright-core';
import { describe, expect, it, onTestFinished } from 'vitest';
import { scaled } from '../tools/scale.ts';
import { SCHEMES, violations } from './support/a11y.ts';
import { openBrowser, phone } from './support/browser.ts';
import { allOf, treeOf } from './support/by-ear.ts';
import { everyPage } from './support/every-page.ts';
import { crowded, strain } from './support/layout.ts';
import { serviceAndBrowser } from './support/together.ts';

const { service, browser } = await serviceAndBrowser();

/** Long words and the other direction are tried each night; by day on the pages of languages.test. */
const widths = scaled<readonly number[]>([], [320, 390, 600, 1024, 1440]);

const PHONE = { width: 390, height: 844 };
/** A window of 1280 × 1024 at 400 %. */
const ZOOMED = { width: 320, height: 256 };

const CONTROLS = ['button', 'link', 'textbox', 'radio', 'checkbox', 'combobox', 'slider', 'switch'];

/** What a screen reader would stumble over. Empty if all is well. */
async function unheard(page: Page): Promise<string[]> {
  const tree = await treeOf(page);
  const nameless = [...CONTROLS, 'dialog', 'heading', 'image'].flatMap((role) =>
    allOf(tree, role)
      .filter(({ name }) => name.trim() === '')
      .map(() => `a ${role} without a name`),
  );
  const heads = await page.locator('h1').count();
  return [
    ...nameless,
    ...(tree.name.includes('Same Deal') ? [] : [`the title is “${tree.name}”`]),
    ...(heads === 1 ? [] : [`${heads} first headings`]),
  ];
}

/**
 * What a thumb would miss: less than 44 pixels wide or high, which leaves out links within a sentence (WCAG 2.5.5). Piles
 * may be narrower where many lie beside each other, but no less than 24 (2.5.8).
 */
const small = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const isShown = (one: Element) =>
      one.checkVisibility({ visibilityProperty: true }) &&
      !one.closest('.visually-hidden, .skip, [inert]');
    const isInSentence = (one: Element) =>
      one.matches('a, button') &&
      getComputedStyle(one).display === 'inline' &&
      [...(one.parentElement?.childNodes ?? [])].some(
        (node) => node.nodeType === Node.TEXT_NODE && node.nodeValue?.trim(),
      );
    const top = document.querySelector('dialog:modal') ?? document;
    return [...top.querySelectorAll('a[href], button, input, select, textarea, summary')]
      .filter((one) => isShown(one) && !isInSentence(one))
      .map((one) => ({ one, box: (one.closest('label') ?? one).getBoundingClientRect() }))
      .filter(({ box }) => box.width > 0 && (box.width < 43.5 || box.height < 43.5))
      .filter(({ one, box }) => !one.matches('[data-pile]') || Math.min(box.width, box.height) < 24)
      .map(({ one, box }) => {
        const said = one.getAttribute('aria-label') ?? one.textContent.trim().slice(0, 40);
        return `${one.tagName.toLowerCase()} “${said}”: ${Math.round(box.width)} × ${Math.round(box.height)}`;
      });
  });

/** What lies for good under a bar that stays at its place, as what sticks to the same edge does. Empty if nothing does. */
const buried = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const hasPosition = (one: Element | null, position: string): boolean =>
      one !== null &&
      (getComputedStyle(one).position === position || hasPosition(one.parentElement, position));
    if (document.querySelector('dialog:modal')) return [];
    return [...document.querySelectorAll('a[href], button, input, select')]
      .filter((one) => hasPosition(one, 'sticky'))
      .filter((one) => {
        const { left, top, width, height } = one.getBoundingClientRect();
        const over = document.elementFromPoint(left + width / 2, top + height / 2);
        return over !== null && !one.contains(over) && hasPosition(over, 'fixed');
      })
      .map((one) => `${one.tagName.toLowerCase()} “${one.textContent.trim()}” under a bar`);
  });

/** That the page is to be scrolled sideways. Empty if it is not. */
async function tooWide(page: Page): Promise<string[]> {
  const over = await page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    return scrollWidth - clientWidth;
  });
  return over > 0 ? [`${over} pixels too wide`] : [];
}

/** Closed whatever becomes of the walk: whoever waits for a quick match would be matched with the next one. */
async function openPhone(): Promise<Page> {
  const page = await openBrowser(browser, service.url, phone);
  onTestFinished(() => page.context().close());
  return page;
}

describe('P11: every page and state', () => {
  it('has names for all that can be pressed, room for a thumb, for 400 % zoom and for any language', async () => {
    const page = await openPhone();
    const found: Record<string, string[]> = {};
    const note = (where: string, problems: readonly string[]) => {
      if (problems.length > 0) found[where] = [...problems];
    };
    for await (const name of everyPage(page, service)) {
      const looked = await Promise.all([unheard, small, buried, tooWide].map((look) => look(page)));
      note(name, looked.flat());
      await page.setViewportSize(ZOOMED);
      note(`${name} at 400 %`, await tooWide(page));
      for (const width of widths) {
        await page.setViewportSize({ width, height: 640 });
        await strain(page, { length: width === widths[0] ? 1.4 : 1, direction: 'ltr' });
        note(`${name} in long words at ${width}`, await crowded(page));
        await strain(page, { length: 1, direction: 'rtl' });
        note(`${name} from right to left at ${width}`, await crowded(page));
      }
      await page.setViewportSize(PHONE);
    }
    expect(found).toEqual({});
  });

  // By day the pages of a11y.test are looked at; each night all.
  it.each(scaled([], ['P11']))(
    '%s: has nothing of serious impact, in the light and in the dark, with forced colours and without, on a phone and at 400 % zoom',
    async () => {
      const page = await openPhone();
      const found: Record<string, string[]> = {};
      for await (const name of everyPage(page, service)) {
        for (const forcedColors of ['none', 'active'] as const) {
          for (const size of [ZOOMED, PHONE]) {
            await page.setViewportSize(size);
            for (const colorScheme of SCHEMES) {
              const look = { forcedColors, colorScheme };
              const problems = [...(await violations(page, look)), ...(await unheard(page))];
              if (problems.length === 0) continue;
              found[`${name} at ${size.width}, ${colorScheme}, forced: ${forcedColors}`] = problems;
            }
          }
        }
      }
      expect(found).toEqual({});
    },
    // Eight looks at each.
    1_800_000,
  );
});
