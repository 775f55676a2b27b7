/**
 * Where piles and cards stand. Slots come in card sizes; a box in pixels makes a card as large as
 * fits. Cards keep their shape, while the room between them and the room of fans give way or grow.
 */
import type { PileSpec, Slot } from '@same-deal/engine';

export interface Size {
  readonly width: number;
  readonly height: number;
}

export interface Point {
  readonly x: number;
  readonly y: number;
}

export interface Rect extends Point, Size {}

/** One pile's place: its first card's corner and how far its fan may reach, in pixels. */
export interface Place extends Point {
  readonly towards: 'down' | 'right' | undefined;
  readonly room: number;
  /** Steps between fanned cards: the one that looks best, and the least that can be read. */
  readonly step: number;
  readonly leastStep: number;
}

export interface Arrangement {
  readonly form: 'upright' | 'wide';
  readonly card: Size;
  readonly places: readonly Place[];
}

/** A poker card's height by its width. */
const TALL = 1.4;
/** Larger cards only make the ways longer. */
const CARD_MOST = 220;
/** How far room between cards gives way before the cards get smaller, and how far it grows. */
const GIVES = 0.62;
const GROWS = 1.7;
/** Beside each other, where cards are as large as the height allows and a phone held upright has so many pixels of width. */
const GROWS_ASIDE = 4;
const ASIDE_FROM = 280;

/** Of a card's height or width: where there is room, and enough for rank and suit of a covered card at their usual size. */
const STEP = 0.32;
const ENOUGH = 0.28;
/**
 * Long fans close up to so many pixels, in which rank and suit stand whole with capitals of 8 pixels (Card.svelte makes
 * them smaller). What finds no room then lies under the first card that is seen, and is shown when the pile is opened.
 */
const LEAST_STEP = 12;
/** Of the longest pile so many cards are seen, or as many as can be: the others wait for their turn beneath them. */
const LEAST_SEEN = 4;
/** Cards of at least so many pixels of height give way until of those few so much of their height is seen. */
const LARGE = 110;
const SEEN = 0.16;
/**
 * More than a suit of covered cards in a fan are strips that nobody can read, unless each has enough room: what lies
 * deeper is seen in the opened pile.
 */
const MOST_SEEN = 13;
/** Of a card's height: what parts a fan that uses all its room from what lies below it. */
const APART = 0.04;
/** Cards give way by so much to let that many be seen, no further. */
const GIVES_WAY = 0.87;

/** Room along one axis in card sizes: what cards take up is rigid, the rest is not. */
interface Axis {
  readonly edges: readonly (readonly [from: number, to: number])[];
  readonly rigid: number;
  readonly loose: number;
}

function axisOf(starts: readonly number[], end: number): Axis {
  const edges: [number, number][] = [];
  for (const from of [...starts].sort((a, b) => a - b)) {
    const last = edges.at(-1);
    if (last && from <= last[1]) last[1] = Math.max(last[1], from + 1);
    else edges.push([from, from + 1]);
  }
  const rigid = edges.reduce((sum, [from, to]) => sum + to - from, 0);
  return { edges, rigid, loose: Math.max(0, end - rigid) };
}

/** Where a point of the axis lies when its loose parts are scaled. */
function along({ edges }: Axis, at: number, scale: number): number {
  let rigid = 0;
  for (const [from, to] of edges) rigid += Math.max(0, Math.min(at, to) - from);
  return rigid + (at - rigid) * scale;
}

const fanRoom = (slot: Slot, towards: 'down' | 'right'): number =>
  slot.fan?.towards === towards ? slot.fan.room : 0;

/** The arrangement of one form in a box, with cards as large as lets enough of each fan be seen. */
export function arrangeAs(
  form: 'upright' | 'wide',
  specs: readonly PileSpec[],
  box: Size,
): Arrangement {
  const largest = arrangeWith(form, specs, box, CARD_MOST);
  const least = GIVES_WAY * largest.card.width;
  for (let covered = LEAST_SEEN - 1; covered > 0; covered--) {
    for (let width = largest.card.width; width >= least; width--) {
      const arranged = arrangeWith(form, specs, box, width);
      const { height } = arranged.card;
      const isReadable = arranged.places.every(
        ({ towards, room, leastStep }) =>
          !towards ||
          room >= covered * (towards === 'down' && height >= LARGE ? SEEN * height : leastStep),
      );
      if (isReadable) return arranged;
    }
  }
  return largest;
}

/** @param most the width that cards have at most */
function arrangeWith(
  form: 'upright' | 'wide',
  specs: readonly PileSpec[],
  box: Size,
  most: number,
): Arrangement {
  const slots = specs.map((spec) => spec[form]);
  const xs = axisOf(
    slots.map(({ x }) => x),
    Math.max(...slots.map((slot) => slot.x + 1 + fanRoom(slot, 'right'))),
  );
  const ys = axisOf(
    slots.map(({ y }) => y),
    Math.max(...slots.map((slot) => slot.y + 1 + fanRoom(slot, 'down'))),
  );
  const width = Math.floor(
    Math.min(
      most,
      box.width / (xs.rigid + GIVES * xs.loose),
      box.height / (ys.rigid + GIVES * ys.loose) / TALL,
    ),
  );
  const card = { width, height: Math.round(width * TALL) };
  const scaleOf = (axis: Axis, units: number, grows: number) =>
    axis.loose > 0 ? Math.min(grows, Math.max(0, (units - axis.rigid) / axis.loose)) : 1;
  const growsAside = form === 'upright' && box.width >= ASIDE_FROM ? GROWS_ASIDE : GROWS;
  const scaleX = scaleOf(xs, box.width / card.width, growsAside);
  const scaleY = scaleOf(ys, box.height / card.height, GROWS);
  const left = (box.width - card.width * (xs.rigid + xs.loose * scaleX)) / 2;
  const top = (box.height - card.height * (ys.rigid + ys.loose * scaleY)) / 3;

  /** Down to the next pile, or the lower edge of the box. */
  const endBelow = (slot: Slot): number => {
    const below = slots.filter(({ x, y }) => y > slot.y && Math.abs(x - slot.x) < 1);
    if (below.length === 0) return box.height - Math.max(0, top);
    const next = Math.min(...below.map(({ y }) => y));
    return (along(ys, next, scaleY) - APART) * card.height;
  };

  const places = specs.map((spec): Place => {
    const slot = spec[form];
    const x = along(xs, slot.x, scaleX) * card.width;
    const y = along(ys, slot.y, scaleY) * card.height;
    const towards = slot.fan?.towards;
    const end =
      towards === 'right'
        ? along(xs, slot.x + 1 + fanRoom(slot, 'right'), scaleX) * card.width - x - card.width
        : endBelow(slot) - y - card.height;
    const size = towards === 'right' ? card.width : card.height;
    return {
      x: Math.round(left + x),
      y: Math.round(Math.max(0, top) + y),
      towards,
      room: towards ? end : 0,
      step: towards ? STEP * size : 0,
      // Of a table that is only a picture, not even that.
      leastStep: towards ? Math.min(LEAST_STEP, STEP * size) : 0,
    };
  });
  return { form, card, places };
}

/**
 * The form that gives the larger cards in this box.
 * @param mirrored for the left hand: what was at the right is at the left, and fans still open to the right
 */
export function arrange(specs: readonly PileSpec[], box: Size, mirrored = false): Arrangement {
  const upright = arrangeAs('upright', specs, box);
  const wide = arrangeAs('wide', specs, box);
  const best = wide.card.width >= upright.card.width ? wide : upright;
  if (!mirrored) return best;
  const places = best.places.map((place) => {
    const reach = best.card.width + (place.towards === 'right' ? place.room : 0);
    return { ...place, x: Math.round(box.width - place.x - reach) };
  });
  return { ...best, places };
}

/** The step of a pile's fan, and how many of its cards find no room and lie under the first seen. */
function fanOf({ towards, room, step: best, leastStep }: Place, count: number) {
  if (!towards || count < 2) return { step: 0, buried: Math.max(0, count - 1) };
  const most = Math.max(MOST_SEEN, Math.floor(room / ((ENOUGH / STEP) * best)) + 1);
  const covered = Math.min(count, most) - 1;
  const step = Math.max(leastStep, Math.min(best, room / covered));
  const seen = Math.min(covered, Math.floor(room / step + 0.01));
  return { step, buried: count - 1 - seen };
}

/** Where card `index` of a pile of `count` lies. */
export function cardAt(place: Place, index: number, count: number): Point {
  const { step, buried } = fanOf(place, count);
  const offset = Math.round(Math.max(0, index - buried) * step);
  const { towards, x, y } = place;
  return towards === 'down' ? { x, y: y + offset } : { x: x + offset, y };
}

/** How many pixels of a covered card of this pile are seen; undefined where nothing of it is. */
export function stripOf(place: Place, count: number): number | undefined {
  const { step } = fanOf(place, count);
  // Cards lie on whole pixels.
  return step > 0 ? Math.floor(step) : undefined;
}

/** How many cards of a pile cannot be seen at all. */
export const buriedIn = (place: Place, count: number): number => fanOf(place, count).buried;

/** All that a pile covers, from its first card to its last. */
export function extentOf(place: Place, card: Size, count: number): Rect {
  const last = cardAt(place, count - 1, count);
  return {
    x: place.x,
    y: place.y,
    width: last.x - place.x + card.width,
    height: last.y - place.y + card.height,
  };
}

const contains = (rect: Rect, { x, y }: Point): boolean =>
  x >= rect.x && x <= rect.x + rect.width && y >= rect.y && y <= rect.y + rect.height;

const overlap = (a: Rect, b: Rect): number =>
  Math.max(0, Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x)) *
  Math.max(0, Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y));

/**
 * The pile a dropped card is meant for. A legal one is taken if the card touches it at all, the
 * one it covers most first; any other only if the finger is right on it.
 * @param lifted the place it was lifted from, with its pile: meant while the card covers more of it
 *   than of any legal one, unless the finger is on that
 */
export function dropTarget(
  extents: readonly Rect[],
  legal: readonly number[],
  dropped: Rect,
  finger: Point,
  lifted?: Rect & { readonly pile: number },
): number | undefined {
  let best: number | undefined;
  let most = 0;
  for (const pile of legal) {
    const extent = extents[pile];
    if (!extent) continue;
    if (contains(extent, finger)) return pile;
    const covered = overlap(extent, dropped);
    if (covered > most) {
      best = pile;
      most = covered;
    }
  }
  if (lifted && overlap(lifted, dropped) > most) return lifted.pile;
  // A finger that is right on another pile means that one, unless the card covers more of a legal one.
  const under = extents.findIndex((extent) => contains(extent, finger));
  if (under >= 0 && most < (dropped.width * dropped.height) / 4) return under;
  return best ?? (under >= 0 ? under : undefined);
}

/** Whether a card that was dragged by so much still lies on most of its place. */
export const isNear = (by: Point, card: Size): boolean =>
  Math.abs(by.x) < card.width / 2 && Math.abs(by.y) < card.height / 2;

export type Direction = 'up' | 'down' | 'left' | 'right';

const ARROWS: Readonly<Record<string, Direction>> = {
  ArrowUp: 'up',
  ArrowDown: 'down',
  ArrowLeft: 'left',
  ArrowRight: 'right',
};
/** The direction of an arrow key, by the browser's name of it; undefined for other keys. */
export const directionOf = (key: string): Direction | undefined => ARROWS[key];

/** The pile that an arrow key leads to: near in its direction, and not far off its line. */
export function neighbour(
  extents: readonly Rect[],
  from: number,
  direction: Direction,
): number | undefined {
  const start = extents[from];
  if (!start) return undefined;
  const isSideways = direction === 'left' || direction === 'right';
  const sign = direction === 'left' || direction === 'up' ? -1 : 1;
  let best: number | undefined;
  let least = Infinity;
  for (const [pile, extent] of extents.entries()) {
    const ahead = sign * (isSideways ? extent.x - start.x : extent.y - start.y);
    if (pile === from || ahead < 2) continue;
    const aside = isSideways
      ? gap(start.y, start.height, extent.y, extent.height)
      : gap(start.x, start.width, extent.x, extent.width);
    const offset = isSideways ? Math.abs(extent.y - start.y) : Math.abs(extent.x - start.x);
    const cost = ahead + 4 * aside + offset / 4;
    if (cost < least) {
      least = cost;
      best = pile;
    }
  }
  return best;
}

/** How far two stretches are apart; 0 where they overlap. */
const gap = (a: number, aLength: number, b: number, bLength: number): number =>
  Math.max(0, b - a - aLength, a - b - bLength);
