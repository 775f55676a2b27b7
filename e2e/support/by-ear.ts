/**
 * The page as a screen reader's user meets it: roles, names and announcements only, without positions
 * or test hooks.
 */
import { variantOf } from '@same-deal/engine';
import type { CDPSession, Page } from 'playwright-core';
import { pileName } from '../../apps/web/src/play/words.ts';
import { Ways } from './ways.ts';

/** A node of Chromium's accessibility tree, without what is ignored. */
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

/** The page's accessibility tree, as a screen reader gets it. */
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

/** All nodes of a role, in the order of the page. */
export const allOf = (tree: Heard, role: string): Heard[] => [
  ...(tree.role === role ? [tree] : []),
  ...tree.parts.flatMap((part) => allOf(part, role)),
];

/** The part of a pile's name before its cards. */
const placeIn = (name: string): string => name.split(':')[0] ?? name;

/** A user with a keyboard and a screen reader. */
export class Listener {
  readonly page: Page;
  /** The announcements in order, each with the key pressed before it. */
  readonly transcript: string[] = [];
  #lastAnnouncement = '';
  readonly #ways = new Ways();

  constructor(page: Page) {
    this.page = page;
  }

  /** Role and name of the focused element: `button "Column 5: jack of diamonds, 4 cards"`. */
  async at(): Promise<string> {
    const snapshot = await this.page.locator(':focus').ariaSnapshot();
    // The snapshot quotes the whole line if the name contains a colon.
    return (snapshot.split('\n')[0] ?? '').replace(/^- '?/, '');
  }

  /** The focused pile. */
  async place(): Promise<string> {
    return placeIn(/"(.*)"/.exec(await this.at())?.[1] ?? '');
  }

  /** Presses Tab until an element of that role and name has the focus. */
  async tabTo(what: RegExp): Promise<void> {
    for (let presses = 0; presses < 80; presses++) {
      if ((await this.page.locator(':focus').count()) > 0 && what.test(await this.at())) return;
      await this.page.keyboard.press('Tab');
    }
    throw new Error(`Tab does not lead to ${String(what)}`);
  }

  /** Presses a key, and returns the announcement that follows. */
  async press(key: string): Promise<string> {
    // An announcement made before the key was pressed is no reaction to it.
    if ((await this.#region.textContent()) !== this.#lastAnnouncement) await this.next('aside');
    await this.page.keyboard.press(key);
    return this.next(key);
  }

  get #region() {
    return this.page.locator('[aria-live="polite"]:not([aria-live="off"])').last();
  }

  /** Waits for the next announcement. */
  async next(after = ''): Promise<string> {
    const deadline = Date.now() + 15_000;
    for (;;) {
      const text = (await this.#region.textContent()) ?? '';
      if (text !== this.#lastAnnouncement) {
        this.#lastAnnouncement = text;
        this.transcript.push(`${after.padEnd(6)} ${text.trim()}`);
        return text.trim();
      }
      if (Date.now() > deadline) throw new Error(`nothing was announced after ${after}`);
      await this.page.waitForTimeout(20);
    }
  }

  /** Moves the focus to a pile by arrow keys, learning on the way where they lead. */
  async walkTo(place: string): Promise<void> {
    let current = await this.place();
    for (let presses = 0; presses < 200; presses++) {
      if (current === place) return;
      const key = this.#ways.towards(current, place);
      await this.page.keyboard.press(`Arrow${key}`);
      const next = await this.place();
      this.#ways.note(current, key, next);
      current = next;
    }
    throw new Error(`the arrow keys do not lead to ${place}`);
  }

  /**
   * Plays a move of our notation, finding piles by their names.
   * @returns the announcement that follows
   */
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
      const announced = await this.press('h');
      if (!announced.includes('fits two foundations')) return announced;
    } else {
      await this.press('Enter');
    }
    await this.walkTo(nameOf(to));
    return this.press('Enter');
  }
}
