import type { Words } from '../contract.ts';
import type * as English from '../account-errors.en.ts';

export const accountErrors: Words<typeof English.accountErrors> = {
  'hand-over-unknown':
    'Diesen Übergabecode gibt es nicht. Prüfe ihn oder mach auf dem anderen Gerät einen neuen.',
  'hand-over-expired':
    'Dieser Code galt fünf Minuten und ist abgelaufen. Mach auf dem anderen Gerät einen neuen.',
  'hand-over-used':
    'Dieser Code wurde schon benutzt; er gilt nur einmal. Mach auf dem anderen Gerät einen neuen.',
  'sign-in-again': 'Damit sicher ist, dass du es bist: Melde dich erst neu an.',
  'sign-in-failed': 'Benutzername oder Passwort stimmt nicht.',
  'username-not-allowed':
    'Ein Benutzername hat 3 bis 24 Buchstaben (a–z), Ziffern, Punkte, Binde- oder Unterstriche und beginnt und endet mit einem Buchstaben oder einer Ziffer.',
  'username-taken': 'Diesen Benutzernamen gibt es schon. Wähle einen anderen.',
  'password-not-allowed': 'Dieses Passwort ist zu leicht zu erraten. Wähle ein anderes.',
  'passkey-refused':
    'Dieser Passkey hat hier nicht funktioniert. Versuch es noch einmal oder wähle einen anderen Weg.',
  'passkey-unavailable': 'Passkeys brauchen eine sichere Adresse (https).',
  'email-off': 'Dieser Server verschickt keine E-Mails. Wähle einen anderen Weg.',
  'link-unknown':
    'Diesen Link gibt es nicht. Prüfe, ob du ihn ganz kopiert hast, oder fordere einen neuen an.',
  'link-expired': 'Dieser Link galt fünfzehn Minuten und ist abgelaufen. Fordere einen neuen an.',
  'link-used': 'Dieser Link wurde schon benutzt; er gilt nur einmal. Fordere einen neuen an.',
  'link-elsewhere': 'Öffne diesen Link in dem Browser, in dem du ihn angefordert hast.',
  'last-way-in': 'Nur so kannst du dich noch anmelden. Füge erst einen anderen Weg hinzu.',
  'too-many-kept': 'Mehr davon geht für eine Person nicht. Entferne erst etwas.',
  'merge-running':
    'Du bist zweimal im selben Rennen oder Tagesspiel, und es läuft noch. Spiel es erst zu Ende.',
  'merged-already': 'Diese Spiele gehören schon zu einem Konto. Lade die Seite neu.',
  'race-running': 'Eines deiner Rennen läuft noch. Spiel es erst zu Ende oder gib es auf.',
};
