/** Whether text fits: pages with longer words, or written from right to left. */
import type { Page } from 'playwright-core';

export interface Strain {
  /** How much longer each text is to be: 1.4 is 140 %. */
  readonly length: number;
  readonly direction: 'ltr' | 'rtl';
}

/** Lengthens every text of the page with its own letters, and sets the direction. Cards stay as they are. */
export async function strain(page: Page, { length, direction }: Strain): Promise<void> {
  await page.evaluate(
    ([factor, dir]) => {
      document.documentElement.dir = dir;
      const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
      while (texts.nextNode()) {
        const text = texts.currentNode as Text;
        if (text.parentElement?.closest('.board, script, style, svg, .count, .figures')) continue;
        const words = text.data.trim();
        if (!/\p{L}{2}/u.test(words)) continue;
        const more = Math.round(words.length * (factor - 1));
        // Each word grows: languages have longer words, not only more of them.
        const grown = words.split(' ').map((word) => {
          const share = Math.round((more * word.length) / words.length);
          return word + word.slice(0, share);
        });
        text.data = text.data.replace(words, () => grown.join(' '));
      }
    },
    [length, direction] as const,
  );
}

/** What does not fit on a page: text cut off or outside, and overlapping controls. Empty if everything fits. */
export const crowded = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const problems: string[] = [];
    const root = document.documentElement;
    if (root.scrollWidth > root.clientWidth) problems.push(`${root.scrollWidth} pixels wide`);
    /** Visually hidden, for screen readers only. */
    const isClipped = (one: Element | null): boolean =>
      one !== null &&
      (getComputedStyle(one).clipPath === 'inset(50%)' || isClipped(one.parentElement));
    const isShown = (one: Element) =>
      !isClipped(one) &&
      one.checkVisibility({ opacityProperty: true, visibilityProperty: true }) &&
      !one.closest('.visually-hidden, .board, .skip, option, [inert], noscript');
    const describe = (one: Element) => `${one.tagName.toLowerCase()} “${one.textContent.trim()}”`;

    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
      const parent = texts.currentNode.parentElement;
      if (!parent || !texts.currentNode.nodeValue?.trim() || !isShown(parent)) continue;
      const range = document.createRange();
      range.selectNodeContents(texts.currentNode);
      const { left, right, width } = range.getBoundingClientRect();
      if (width === 0) continue;
      let mayOverflow = false;
      for (let box: Element | null = parent; box && !mayOverflow; box = box.parentElement) {
        const { overflowX, textOverflow } = getComputedStyle(box);
        // People's names may be of any length and are shortened; tables scroll.
        const isName = textOverflow === 'ellipsis' && box.matches('.name, .name *, .who');
        mayOverflow = isName || overflowX === 'auto' || overflowX === 'scroll';
        const edge = box.getBoundingClientRect();
        const isCut = left < edge.left - 1.5 || right > edge.right + 1.5;
        if (isCut && !mayOverflow && overflowX !== 'visible')
          problems.push(`cut off: ${describe(parent)}`);
      }
      const edge = parent.closest('button, a, label')?.getBoundingClientRect();
      const isBeyond = edge && (left < edge.left - 1.5 || right > edge.right + 1.5);
      if (!mayOverflow && isBeyond) problems.push(`beyond its control: ${describe(parent)}`);
      if (!mayOverflow && (left < -1 || right > innerWidth + 1))
        problems.push(`outside: ${describe(parent)}`);
    }

    // A closed select shows the chosen option in one line, so its longest option must fit.
    const pen = document.createElement('canvas').getContext('2d')!;
    for (const select of document.querySelectorAll('select')) {
      const style = getComputedStyle(select);
      if (!isShown(select) || style.opacity === '0') continue;
      pen.font = style.font;
      const room =
        select.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight);
      for (const { text } of select.options) {
        if (pen.measureText(text).width > room + 1) problems.push(`cut off in a choice: “${text}”`);
      }
    }

    const isFixed = (one: Element | null): boolean =>
      one !== null &&
      (['fixed', 'sticky'].includes(getComputedStyle(one).position) || isFixed(one.parentElement));
    /** The part of an element that is not clipped by scrolling boxes. */
    const visiblePart = (one: Element) => {
      let { left, right, top, bottom } = one.getBoundingClientRect();
      for (let box = one.parentElement; box && box !== root; box = box.parentElement) {
        if (getComputedStyle(box).overflowY === 'visible') continue;
        const edge = box.getBoundingClientRect();
        [left, right] = [Math.max(left, edge.left), Math.min(right, edge.right)];
        [top, bottom] = [Math.max(top, edge.top), Math.min(bottom, edge.bottom)];
      }
      return { left, right, top, bottom, width: right - left, height: bottom - top };
    };
    const controls = [
      ...document.querySelectorAll('button, a[href], select, input, summary, h1, h2, h3'),
    ]
      .filter((one) => isShown(one) && !isFixed(one))
      .map((one) => ({ one, box: visiblePart(one) }))
      .filter(({ box }) => box.width > 0 && box.height > 0);
    for (const [n, { one, box }] of controls.entries()) {
      for (const other of controls.slice(n + 1)) {
        if (one.contains(other.one) || other.one.contains(one)) continue;
        const wide = Math.min(box.right, other.box.right) - Math.max(box.left, other.box.left);
        const high = Math.min(box.bottom, other.box.bottom) - Math.max(box.top, other.box.top);
        // An invisible radio button lies over its label.
        const isInvisible = [one, other.one].some((each) => getComputedStyle(each).opacity === '0');
        if (wide > 2 && high > 2 && !isInvisible) {
          problems.push(`on each other: ${describe(one)} and ${describe(other.one)}`);
        }
      }
    }
    return problems;
  });
