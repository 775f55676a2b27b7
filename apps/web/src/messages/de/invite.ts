import type { Words } from '../contract.ts';
import type * as English from '../invite.en.ts';

export const inviteWords: Words<typeof English.inviteWords> = {
  heading: 'Freunde einladen',
  link: 'Link zu diesem Rennen',
  copyLink: 'Link kopieren',
  share: 'Teilen',
  shareText: (game) => `Spiel ${game} um die Wette mit mir, mit denselben Karten:`,
  qr: 'QR-Code des Links',
  typeCode: 'Oder diesen Code auf der Startseite eingeben:',
  onlyThisMachine:
    'Diese Adresse gilt nur auf diesem Computer. Andere Geräte brauchen seine Adresse im Netzwerk; sie wird beim Start angezeigt.',
  noShare: 'Das Teilen-Menü braucht https; kopiere den Link oder zeig den QR-Code.',
};
