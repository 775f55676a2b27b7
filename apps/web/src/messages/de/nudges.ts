import type { NudgeKind } from '@same-deal/protocol';
import type { Words } from '../contract.ts';
import type * as English from '../nudges.en.ts';

const kinds: Record<NudgeKind, string> = {
  'rival-played': 'Jemand hat ein Tagesspiel gespielt',
  'race-begins': 'Mein Rennen beginnt, und ich bin nicht da',
  invitation: 'Jemand lädt mich zu einem Rennen ein',
  'streak-ends': 'Meine Serie endet in zwei Stunden',
  'duplicate-closes': 'Eine Runde endet morgen',
  'circle-date': 'Ein Rennen, zu dem ich komme, beginnt',
};

const offers: Record<Exclude<NudgeKind, 'rival-played'>, string> = {
  'race-begins': 'Sag mir, wenn ein Rennen von mir beginnt und ich nicht da bin',
  invitation: 'Sag mir, wenn mich jemand zu einem Rennen einlädt',
  'streak-ends': 'Sag mir zwei Stunden vorher, dass meine Serie endet',
  'duplicate-closes': 'Sag mir einen Tag vorher, dass eine Runde endet',
  'circle-date': 'Erinnere mich an Rennen, zu denen ich komme',
};

export const nudgeWords: Words<typeof English.nudgeWords> = {
  title: 'Anstupser',
  lead: 'Eine kurze Nachricht, wenn etwas los ist. Höchstens zwei am Tag, außer zu Rennen, für die du zugesagt hast.',
  kinds,
  offers,
  who: 'Sag mir, wenn sie gespielt haben',
  whoHint: 'Weitere wählst du auf der Seite einer Person oder nach einem Rennen.',
  noMore: 'Nicht mehr',
  noMoreOf: (name) => `Nicht mehr über ${name}`,
  quiet: 'Ruhezeit',
  quietOff: 'Keine Ruhezeit',
  from: 'Von',
  to: 'Bis',
  quietHint: (zone) => `Nach der Uhr von ${zone}. In dieser Zeit kommt nichts.`,
  devices: 'Geräte',
  here: 'dieses Gerät',
  device: (browser, system) =>
    browser && system ? `${browser} unter ${system}` : (browser ?? system ?? 'Unbekanntes Gerät'),
  remove: 'Entfernen',
  removeDevice: (device) => `${device} entfernen: keine Anstupser mehr dorthin`,
  allow: 'An dieses Gerät schicken',
  allowed: 'Dieses Gerät zeigt Anstupser.',
  ways: {
    install:
      'Auf iPhone und iPad: Füg diese Seite zuerst zum Home-Bildschirm hinzu (Teilen, dann „Zum Home-Bildschirm“) und öffne sie dort. Bis dahin warten Anstupser auf dieser Seite.',
    denied:
      'Dieser Browser lässt von hier keine Mitteilungen zu. Erlaub sie in seinen Einstellungen für diese Seite. Bis dahin warten Anstupser auf dieser Seite.',
    none: 'Dieser Browser kann von hier keine Mitteilungen zeigen. Anstupser warten stattdessen auf dieser Seite.',
  },
  failed:
    'Der Browser konnte sich nicht anmelden. Versuch es später noch einmal; bis dahin warten Anstupser auf dieser Seite.',
  waiting: 'Neu für dich',
  seen: 'Weg damit',
  seenAbout: (title) => `Weg damit: ${title}`,
  badge: (n) => (n === 1 ? '1 neuer Anstupser' : `${n} neue Anstupser`),

  tell: (name) => `Sag mir, wenn ${name} gespielt hat`,
  tellHint: 'Eine Nachricht an jedem Tag mit einem Tagesspiel.',
  told: (name) => `Du erfährst es, wenn ${name} ein Tagesspiel gespielt hat.`,
  untold: (name) => `Du erfährst nichts mehr über ${name}.`,
};
