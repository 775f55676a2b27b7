import type { Words } from '../contract.ts';
import type * as English from '../accounts.en.ts';
import { count } from '../counting.ts';

export const accounts: Words<typeof English.accounts> = {
  you: {
    title: 'Du',
    nobody: 'Auf diesem Gerät hat noch niemand gespielt.',
    nobodyText:
      'Spiel los, dann bleiben deine Spiele hier erhalten. Oder melde dich an, um mit denen deines Kontos weiterzumachen.',
    guest: 'Du spielst als Gast.',
    account: 'Du hast ein Konto.',
    version: (version) => `Same Deal ${version}`,
    licences: 'Lizenzen der Software darin',
  },

  keep: {
    title: 'Deine Spiele behalten',
    lead: 'Deine Spiele sind nur in diesem Browser gespeichert. Wenn du dich anmelden kannst, hast du sie auf jedem Gerät, und die Bestenlisten können dich nennen. Was du gespielt hast, bleibt dir.',
    have: 'Hast du schon ein Konto?',
    done: 'Deine Spiele sind gesichert. Du kannst dich jetzt auf jedem Gerät anmelden.',
  },

  ways: {
    title: 'So meldest du dich an',
    passkeys: 'Passkeys',
    passkey: 'Passkey anlegen',
    anotherPasskey: 'Passkey hinzufügen',
    passkeyHint:
      'Am schnellsten: mit Fingerabdruck, Gesicht oder Bildschirmsperre. Du musst dir nichts merken.',
    passkeyAdded: 'Der Passkey ist hinzugefügt.',
    noPasskeys: 'Passkeys brauchen eine sichere Adresse (https) und einen Browser, der sie kennt.',
    passkeyCancelled: 'Es wurde kein Passkey angelegt.',
    removePasskey: (name) => `Passkey ${name} entfernen`,
    remove: 'Entfernen',
    passkeyRemoved: 'Der Passkey ist entfernt.',
    made: (when) => `angelegt ${when}`,
    used: (when) => `zuletzt benutzt ${when}`,
    password: 'Benutzername und Passwort',
    changePassword: 'Benutzername oder Passwort ändern',
    username: 'Benutzername',
    usernameHint: 'Nur zum Anmelden; die anderen sehen deinen Namen.',
    firstPassword: 'Passwort',
    newPassword: 'Neues Passwort',
    passwordHint:
      'Mindestens 15 Zeichen: Drei oder vier Wörter sind gut. Wenn du es vergisst, können wir es nicht zurücksetzen.',
    current: 'Jetziges Passwort',
    endOthers: 'Meine anderen Geräte abmelden',
    signInAgain: 'Neu anmelden',
    savePassword: 'Benutzername und Passwort speichern',
    removePassword: 'Passwort entfernen',
    passwordRemoved: 'Das Passwort ist entfernt.',
    passwordSaved: 'Benutzername und Passwort sind gespeichert.',
    email: 'Link per E-Mail',
    removeEmail: 'Adresse entfernen',
    emailRemoved: 'Die Adresse ist entfernt.',
    changeEmail: 'Adresse ändern',
    address: 'E-Mail-Adresse',
    addressHint: 'Nur zum Anmelden, für nichts sonst.',
    sendLink: 'Link schicken',
    sent: (address) =>
      `Ein Link ist unterwegs an ${address}. Öffne ihn innerhalb von fünfzehn Minuten in diesem Browser.`,
    passwordMistakes: {
      'too-short': 'Dieses Passwort ist zu kurz.',
      'too-long': 'Dieses Passwort ist zu lang.',
      common: 'Dieses Passwort probiert jeder zuerst. Wähle ein anderes.',
      predictable:
        'Dieses Passwort ist zu leicht zu erraten: Es wiederholt sich oder besteht aus deinem Benutzernamen.',
    },
  },

  signIn: {
    title: 'Anmelden',
    lead: 'Spiel auf diesem Gerät mit deinem Konto weiter.',
    already: (name) => `Auf diesem Gerät ist ${name} angemeldet.`,
    alreadyText: 'Meldet sich jemand anderes an, endet das hier; verloren geht nichts.',
    toYou: 'Zu deinem Konto',
    passkey: 'Mit einem Passkey anmelden',
    passkeyCancelled: 'Es wurde kein Passkey benutzt.',
    withPassword: 'Mit Benutzername und Passwort',
    password: 'Passwort',
    submit: 'Anmelden',
    withEmail: 'Mit einem Link per E-Mail',
    sent: (address) =>
      `Wenn zu ${address} ein Konto gehört, ist ein Link dorthin unterwegs. Er gilt fünfzehn Minuten.`,
    withLink: 'Du hast einen Link zum Anmelden geöffnet.',
    useLink: 'Auf diesem Gerät anmelden',
    none: 'Noch kein Konto? Du brauchst keins: Spiel einfach. Deine Spiele kannst du später sichern.',
    done: (name) => `Du bist als ${name} angemeldet.`,
  },

  guest: {
    lead: (name) => `Auf diesem Gerät hat ${name} als Gast gespielt.`,
    question: (name) => `Was soll mit den Spielen von ${name} geschehen?`,
    bring: 'Mitnehmen',
    leave: 'Zurücklassen',
    leaveWarning: 'Zurückgelassene Spiele sind nicht mehr zu erreichen.',
    rulesTitle: 'So kommen Spiele zusammen',
    rules: [
      'Alle Spiele, Ergebnisse und Serien des Gastes werden deine.',
      'Haben beide dasselbe Tagesspiel versucht, wird das zuerst begonnene gewertet.',
      'Haben beide im selben Rennen gespielt, bleiben beide Plätze, und das Rennen wird nicht gewertet.',
      'Solange du zweimal in einem Rennen oder Tagesspiel bist, muss es erst enden; bis dahin ändert sich nichts.',
    ],
    toRace: 'Zum Rennen',
    toDaily: 'Zu deinen Spielen',
    merged: (name, plays) =>
      `${count(plays, 'Spiel', 'Spiele')} von ${name} ${plays === 1 ? 'ist' : 'sind'} mitgekommen.`,
  },
};
