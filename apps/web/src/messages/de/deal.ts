import type { Words } from '../contract.ts';
import type * as English from '../deal.en.ts';

export const dealWords: Words<typeof English.dealWords> = {
  open: 'Karten offenlegen',
  heading: 'Die Karten',
  lead: 'Das Rennen ist vorbei. Salz und Kartenfolge sind jetzt öffentlich. Geprüft wird in deinem Browser.',
  commitment: 'Fingerabdruck, gezeigt vor dem Start',
  salt: 'Salz',
  pack: 'Kartenfolge, gegeben vom Ende her',
  check: 'Diese Karten prüfen',
  recipe:
    'SHA-256 aus: den 32 Bytes des Salzes, dem Namen der Spielform, einem Null-Byte, dann einem Byte für jede Karte.',
  computed: 'Fingerabdruck dieser Karten',
  good: 'Er stimmt. Diese Karten standen vor dem Start fest und sind unverändert.',
  bad: 'Er stimmt nicht: Das sind nicht die versprochenen Karten.',
  notAPack: 'Der Fingerabdruck stimmt, aber das ist kein vollständiges Kartenspiel.',
  otherFingerprint: 'Diesen Fingerabdruck hat die Seite vor dem Start nicht gesehen.',
};
