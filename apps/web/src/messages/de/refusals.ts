import type { Words } from '../contract.ts';
import type * as English from '../refusals.en.ts';
import { commonErrors } from './common-errors.ts';
import { errors } from './errors.ts';

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

export const rejections: Words<typeof English.rejections> = {
  'no-such-pile': () => 'Diesen Platz gibt es nicht.',
  'no-such-route': ({ from, to }) =>
    from.role === 'foundation'
      ? 'Karten auf Grundstapeln bleiben dort.'
      : from.role === 'reserve'
        ? 'Karten der Reserve gehen nicht auf andere Stapel.'
        : to.role === 'stock'
          ? 'Auf den Talon kommt nichts zurück; er wird nicht neu gelegt.'
          : `${capital(from.as('from'))} geht nichts ${to.as('to')}.`,
  'empty-pile': ({ from }) => `${capital(from.as('subject'))} ist leer.`,
  'face-down': () => 'Diese Karte ist noch verdeckt.',
  'wrong-suit': ({ card, on, to }) =>
    `${card} passt nicht ${on ? `auf ${on}` : to.as('to')}: Die Farbe muss gleich sein.`,
  'not-next-rank': ({ card, on, to }) =>
    on ? `${card} folgt nicht auf ${on}.` : `${card} kann nicht als Erste ${to.as('to')}.`,
  'wrong-direction': ({ to, isLower }) =>
    `${capital(to.as('subject'))} wird ${isLower ? 'aufwärts' : 'abwärts'} gebaut und kann nicht wenden.`,
  'space-takes-waste-only': () => 'Einen leeren Stapel füllt nur eine Karte von der Ablage.',
  'space-stays-empty': () => 'Eine leere Spalte bleibt leer.',
  'batch-not-complete': () => 'Leg erst fertig, dann sind die Stapel wieder frei.',
  'stock-not-empty': () => 'Die Ablage lässt sich erst umdrehen, wenn der Talon leer ist.',
  'no-redeals-left': () => 'Der Talon ist leer; umdrehen geht nicht mehr.',
};

export const refusals: Words<typeof English.refusals> = {
  ...commonErrors,
  ...errors,
  'queue-full': 'Zu viele Züge warten aufs Senden.',
  'not-yours': 'Das ist der Tisch von jemand anderem.',
  'time-is-up': 'Die Zeit war um, bevor der Zug ankam.',
};

export const refused = 'Das hat der Server abgelehnt.';
