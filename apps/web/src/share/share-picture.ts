import { variantOf } from '@same-deal/engine';
import type { Pile } from '@same-deal/engine';
import { faceFor } from '../board/faces.ts';
import { CARD_HEIGHT, miniTable } from '../board/mini-table.ts';

const FIGURES = '600 40px Figtree, sans-serif';
const WIDTH = 1200;
const HEIGHT = 630;
const BLOCKS = 10;
/** Of a ranking. */
const ROWS = 5;
/** In a picture with a table, where the words end and the table begins. */
const SEAM = 560;

const COLOURS = {
  ink: '#ffffff',
  soft: '#d8e8de',
  felt: ['#1b6045', '#0e3f2c'],
  tray: 'rgb(0 0 0 / 0.22)',
  place: 'rgb(255 255 255 / 0.16)',
  mark: '#ffd75e',
  card: '#fffefa',
  edge: 'rgb(12 30 22 / 0.5)',
  back: '#28507f',
  /** Of suits C S H D. */
  suits: ['#0a6b34', '#1b1e1c', '#b3161b', '#1b55b8'],
} as const;

/** Piles as they lay at the end of a play. */
export interface FinishedTable {
  readonly variant: string;
  readonly piles: readonly Pile[];
}

/** One of a ranking. */
export interface Ranked {
  readonly place: string;
  readonly name: string;
  readonly points: string;
}

export interface Picture {
  readonly title: string;
  readonly figures: string;
  /** Share of the cards that came home, 0 to 1. */
  readonly home: number;
  /** Instead of the cards that came home, and the figures. */
  readonly ranking?: readonly Ranked[] | undefined;
  readonly footer: string;
  /** Left out while the deal is a secret. */
  readonly table?: FinishedTable | undefined;
}

interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

type Pen = CanvasRenderingContext2D;

/** The result as a picture of the size that previews have; null where the browser cannot draw. */
export async function drawPicture(picture: Picture): Promise<Blob | null> {
  const { title, figures, home, ranking, footer, table } = picture;
  const canvas = document.createElement('canvas');
  canvas.width = WIDTH;
  canvas.height = HEIGHT;
  const pen = canvas.getContext('2d');
  if (!pen || !givesBack(pen)) return null;
  const felt = pen.createRadialGradient(WIDTH / 2, 0, 50, WIDTH / 2, 0, WIDTH);
  for (const [n, colour] of COLOURS.felt.entries()) felt.addColorStop(n, colour);
  pen.fillStyle = felt;
  pen.fillRect(0, 0, WIDTH, HEIGHT);

  const words: Box = { x: 60, y: 0, width: (table ? SEAM : WIDTH) - 120, height: HEIGHT };
  const centre = words.x + words.width / 2;
  const write = (text: string, y: number, font: string, colour: string = COLOURS.ink) => {
    pen.font = font;
    pen.fillStyle = colour;
    pen.textAlign = 'center';
    pen.fillText(text, centre, y, words.width);
  };
  const size = table ? 52 : 68;
  for (const [n, line] of brokenIn(pen, title, `700 ${size}px "Roboto Slab", serif`, words.width)) {
    write(line, 150 + n * size * 1.15, `700 ${size}px "Roboto Slab", serif`);
  }
  if (ranking) {
    drawRanking(pen, ranking.slice(0, ROWS), { ...words, y: 300, height: 260 });
  } else {
    drawBlocks(pen, { ...words, y: 280, height: table ? 56 : 100 }, home);
    for (const [n, line] of brokenIn(pen, figures, FIGURES, words.width)) {
      write(line, 460 + n * 50, FIGURES);
    }
  }
  write(footer, 590, '400 30px Figtree, sans-serif', COLOURS.soft);
  if (table)
    drawTable(pen, table, { x: SEAM, y: 40, width: WIDTH - SEAM - 40, height: HEIGHT - 80 });
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/png'));
}

/** Whether what is drawn can be had as it is: browsers that resist being recognised by it hand out noise. */
function givesBack(pen: Pen): boolean {
  const side = 4;
  pen.fillStyle = COLOURS.ink;
  pen.fillRect(0, 0, side, side);
  // White in all four values. Some change the last bits of some.
  return pen.getImageData(0, 0, side, side).data.every((value) => value > 240);
}

/** A text in at most two lines that fit, with their numbers; broken between its parts or words. */
function brokenIn(pen: Pen, text: string, font: string, width: number): [number, string][] {
  pen.font = font;
  if (pen.measureText(text).width <= width) return [[0, text]];
  const gap = text.includes(' · ') ? ' · ' : ' ';
  const parts = text.split(gap);
  const half = Math.ceil(parts.length / 2);
  return [
    [0, parts.slice(0, half).join(gap)],
    [1, parts.slice(half).join(gap)],
  ];
}

/** A line each: place and name at its beginning, points at its end. */
function drawRanking(pen: Pen, rows: readonly Ranked[], { x, y, width, height }: Box): void {
  pen.font = FIGURES;
  for (const [n, { place, name, points }] of rows.entries()) {
    const line = y + (n * height) / ROWS;
    pen.fillStyle = n === 0 ? COLOURS.mark : COLOURS.ink;
    pen.textAlign = 'left';
    pen.fillText(`${place}. ${name}`, x, line, width * 0.85);
    pen.textAlign = 'right';
    pen.fillText(points, x + width, line);
  }
}

/** Ten tenths, as many of them full as are home. */
function drawBlocks(pen: Pen, { x, y, width, height }: Box, home: number): void {
  const gap = width / 65;
  const wide = Math.min(height / 1.4, (width - (BLOCKS - 1) * gap) / BLOCKS);
  const left = x + (width - BLOCKS * wide - (BLOCKS - 1) * gap) / 2;
  for (let n = 0; n < BLOCKS; n++) {
    pen.fillStyle = n < Math.floor(BLOCKS * home) ? COLOURS.mark : COLOURS.place;
    pen.beginPath();
    pen.roundRect(left + n * (wide + gap), y, wide, wide * 1.4, wide / 7);
    pen.fill();
  }
}

/** A table in small on a tray, as large as it fits. */
function drawTable(pen: Pen, { variant, piles }: FinishedTable, box: Box): void {
  pen.fillStyle = COLOURS.tray;
  pen.beginPath();
  pen.roundRect(box.x, box.y, box.width, box.height, 24);
  pen.fill();
  // Places where nothing lies any more would only make the cards small.
  const cards = miniTable(variantOf(variant), piles).cards.filter(({ kind }) => kind !== 'place');
  const [left, top] = [Math.min(...cards.map(({ x }) => x)), Math.min(...cards.map(({ y }) => y))];
  const width = Math.max(...cards.map(({ x }) => x)) + 1 - left;
  const height = Math.max(...cards.map(({ y }) => y)) + CARD_HEIGHT - top;
  const room = 28;
  const scale = Math.min((box.width - 2 * room) / width, (box.height - 2 * room) / height);
  pen.save();
  pen.translate(box.x + (box.width - scale * width) / 2, box.y + (box.height - scale * height) / 2);
  pen.scale(scale, scale);
  pen.translate(-left, -top);
  pen.lineWidth = 0.03;
  pen.textAlign = 'center';
  for (const { x, y, kind, top: card } of cards) {
    pen.fillStyle = kind === 'back' ? COLOURS.back : COLOURS.card;
    pen.beginPath();
    pen.roundRect(x, y, 1, CARD_HEIGHT, 0.1);
    pen.fill();
    pen.strokeStyle = COLOURS.edge;
    pen.stroke();
    const face = card === undefined ? undefined : faceFor(card);
    if (!face) continue;
    pen.fillStyle = COLOURS.suits[face.suit] ?? COLOURS.suits[1];
    pen.save();
    pen.translate(x + 0.5, y + 0.62);
    // Browsers place letters by whole pixels of the font's own size: at less than one they lie on each other.
    pen.scale(0.01, 0.01);
    pen.font = '700 62px Cards, "Roboto Slab", serif';
    pen.fillText(face.sign, 0, 0, 80);
    pen.restore();
    pen.save();
    pen.translate(x + 0.23, y + 0.76);
    pen.scale(0.0225, 0.0225);
    pen.fill(new Path2D(face.shape));
    pen.restore();
  }
  pen.restore();
}
