import type { Words } from '../contract.ts';
import type * as English from '../attention.en.ts';
import { count } from '../counting.ts';
import { shownName } from './shown-name.ts';

export const attention: Words<typeof English.attention> = {
  invited: (name, game) => `${shownName(name)} lädt dich ein: ${game}.`,
  join: 'Mitmachen',
  joinRace: (name) => `Im Rennen von ${shownName(name)} mitmachen`,
  notNow: 'Jetzt nicht',

  signedOut: 'Dieses Gerät wurde abgemeldet',
  signedOutText: (name) =>
    `Hier hast du als ${name} gespielt. Melde dich wieder an, dann machst du weiter, wo du warst; noch nicht gesendete Züge bleiben erhalten.`,
  signIn: 'Anmelden',
  fromOther: 'Von einem anderen Gerät aus weitermachen',
  asGuest: 'Als neuer Gast weitermachen',
  asGuestText: 'Noch nicht gesendete Züge bleiben hier, bis du wiederkommst.',

  noCookies: 'Cookies sind blockiert',
  noCookiesText:
    'Dein Browser behält für diese Seite kein Cookie, deshalb kann sie dich nicht wiedererkennen. Erlaube Cookies für sie und lade sie neu.',

  kept: (moves, name) =>
    `${count(moves, 'Zug', 'Züge')} von ${name} ${moves === 1 ? 'ist' : 'sind'} noch nicht gesendet und ${moves === 1 ? 'liegt' : 'liegen'} auf diesem Gerät, getrennt von deinen Spielen. Öffne diesen Tisch wieder als ${name}, dann ${moves === 1 ? 'wird er' : 'werden sie'} gesendet.`,
};
