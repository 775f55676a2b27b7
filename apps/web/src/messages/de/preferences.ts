import type { Words } from '../contract.ts';
import type * as English from '../preferences.en.ts';

export const preferenceWords: Words<typeof English.preferenceWords> = {
  title: 'Einstellungen am Tisch',
  looks: 'Aussehen',
  hands: 'Hände',
  calm: 'Ruhe und Tasten',
  everyDevice: 'Gilt für dich auf jedem Gerät.',
  thisDevice: 'Nur auf diesem Gerät',

  colours: (game) => `Farben der Zeichen in ${game}`,
  coloursOf: { two: 'Zwei', four: 'Vier' },
  theme: 'Farbschema',
  themes: { system: 'System', light: 'Hell', dark: 'Dunkel' },
  felt: 'Filz',
  felts: { green: 'Grün', blue: 'Blau', grey: 'Grau' },
  back: 'Kartenrücken',
  backs: { mark: 'Zwei Karten', checks: 'Karos', stripes: 'Streifen' },
  faces: 'Kartenbilder',
  facesOf: { large: 'Groß', classic: 'Klassisch' },
  animation: 'Bewegung',
  animations: { off: 'Aus', fast: 'Schnell', normal: 'Normal' },
  moveBy: 'Karten bewegen durch',
  moveBys: { both: 'Beides', tap: 'Tippen', drag: 'Ziehen' },
  oneTap: 'Einmal tippen bewegt die Karte',
  oneTapHint:
    'Ins Ziel oder auf ihren einzigen Platz. Passt sie auf mehrere, wählst du. Aus: Das erste Tippen nimmt sie auf, das zweite bewegt sie.',

  numbers: 'Nummern auf den Spalten',
  mirrored: 'Tisch für Linkshänder',
  mirroredHint: 'Spiegelt Tisch und Knöpfe.',
  autoCollect: 'Von selbst einsammeln',
  autoCollectHint: {
    always:
      'Jede Karte geht ins Ziel, sobald sie kann: In dieser Patience kostet das nie den Sieg.',
    end: 'In dieser Patience kann Warten klug sein; Karten gehen erst von selbst ins Ziel, wenn nichts mehr schiefgehen kann.',
  },
  sounds: 'Töne',
  volume: 'Lautstärke',
  volumes: { quiet: 'Leise', normal: 'Normal', loud: 'Laut' },
  vibration: 'Vibration',
  hideClock: 'Uhr ausblenden',
  hideStandings: 'Stand ausblenden, während ich spiele',
  hideStandingsHint: 'Einmal tippen, und er ist da.',
  keyboard: 'Tastatur',
  letters: 'Tastenkürzel',
  done: 'Fertig',

  offer: 'Vier Farben für die Zeichen oder zwei?',
};
