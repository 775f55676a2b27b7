/**
 * The page as somebody meets it who only listens: roles, names and what is said. No places, no
 * hooks of tests.
 */
import { variantOf } from '@same-deal/engine';
import type { CDPSession, Page } from 'playwright-core';
import { pileName } from '../../apps/web/src/play/words.ts';
import { Ways } from './ways.ts';

/** A node of Chromium's accessibility tree, as far as it is of interest. */
export interface Heard {
  readonly role: string;
  readonly name: string;
  readonly parts: readonly Heard[];
}

interface AXNode {
  readonly nodeId: string;
  readonly ignored: boolean;
  readonly role?: { readonly value: string };
  readonly name?: { readonly value: string };
  readonly childIds?: readonly string[];
}

const sessions = new WeakMap<Page, Promise<CDPSession>>();

/** What a screen reader is given of the page. */
export async function treeOf(page: Page): Promise<Heard> {
  let session = sessions.get(page);
  if (!session) sessions.set(page, (session = page.context().newCDPSession(page)));
  const { nodes } = (await (await session).send('Accessibility.getFullAXTree')) as unknown as {
    nodes: AXNode[];
  };
  const byId = new Map(nodes.map((node) => [node.nodeId, node]));
  const partsOf = (node: AXNode): Heard[] =>
    (node.childIds ?? []).flatMap((id): Heard[] => {
      const child = byId.get(id);
      if (!child) return [];
      return child.ignored ? partsOf(child) : [heardOf(child)];
    });
  const heardOf = (node: AXNode): Heard => ({
    role: node.role?.value ?? '',
    name: node.name?.value ?? '',
    parts: partsOf(node),
  });
  const [root] = nodes;
  if (!root) throw new Error('the tree is empty');
  return heardOf(root);
}

/** All nodes of a role, from the top of the page down. */
export const allOf = (tree: Heard, role: string): Heard[] => [
  ...(tree.role === role ? [tree] : []),
  ...tree.parts.flatMap((part) => allOf(part, role)),
];

/** What stands before the cards in a pile's name. */
const placeIn = (name: string): string => name.split(':')[0] ?? name;

/** Somebody at a page with a keyboard and their ears. */
export class Listener {
  readonly page: Page;
  /** What was said, in its order, with the keys before it. */
  readonly transcript: string[] = [];
  #heard = '';
  readonly #ways = new Ways();

  constructor(page: Page) {
    this.page = page;
  }

  /** Role and name of what has the focus: `button "Column 5: jack of diamonds, 4 cards"`. */
  async at(): Promise<string> {
    const snapshot = await this.page.locator(':focus').ariaSnapshot();
    // Quoted as a whole where the name has a colon in it.
    return (snapshot.split('\n')[0] ?? '').replace(/^- '?/, '');
  }

  /** The pile that has the focus. */
  async place(): Promise<string> {
    return placeIn(/"(.*)"/.exec(await this.at())?.[1] ?? '');
  }

  /** Presses Tab until the focus is on something of that role and name. */
  async tabTo(what: RegExp): Promise<void> {
    for (let presses = 0; presses < 80; presses++) {
      if ((await this.page.locator(':focus').count()) > 0 && what.test(await this.at())) return;
      await this.page.keyboard.press('Tab');
    }
    throw new Error(`Tab does not lead to ${String(what)}`);
  }

  /** Presses a key, and hears what is said of it. */
  async press(key: string): Promise<string> {
    // What was said by the way meanwhile is no answer to the key.
    if ((await this.#region.textContent()) !== this.#heard) await this.next('aside');
    await this.page.keyboard.press(key);
    return this.next(key);
  }

  get #region() {
    return this.page.locator('[aria-live="polite"]:not([aria-live="off"])').last();
  }

  /** Waits for the next thing that is said. */
  async next(after = ''): Promise<string> {
    const deadline = Date.now() + 15_000;
    for (;;) {
      const text = (await this.#region.textContent()) ?? '';
      if (text !== this.#heard) {
        this.#heard = text;
        this.transcript.push(`${after.padEnd(6)} ${text.trim()}`);
        return text.trim();
      }
      if (Date.now() > deadline) throw new Error(`nothing was said after ${after}`);
      await this.page.waitForTimeout(20);
    }
  }

  /** By arrow keys to a pile, along ways that were found by walking. */
  async walkTo(place: string): Promise<void> {
    let here = await this.place();
    for (let presses = 0; presses < 200; presses++) {
      if (here === place) return;
      const key = this.#ways.towards(here, place);
      await this.page.keyboard.press(`Arrow${key}`);
      const there = await this.place();
      this.#ways.note(here, key, there);
      here = there;
    }
    throw new Error(`the arrow keys do not lead to ${place}`);
  }

  /** Plays a move of our notation by the words of the piles, and hears what came of it. */
  async play(variant: string, move: string): Promise<string> {
    if (move === 'deal' || move === 'redeal') return this.press('d');
    const rules = variantOf(variant);
    const [from = '', to = ''] = move.split('>');
    const nameOf = (pile: string) =>
      pileName(
        rules,
        rules.piles.findIndex(({ name }) => name === pile),
      );
    await this.walkTo(nameOf(from));
    if (to.startsWith('f')) {
      const said = await this.press('h');
      if (!said.includes('fits two foundations')) return said;
    } else {
      await this.press('Enter');
    }
    await this.walkTo(nameOf(to));
    return this.press('Enter');
  }
}
