import type { Words } from '../contract.ts';
import type * as English from '../rules.en.ts';

const bisley: readonly English.StepWords[] = [
  {
    title: 'Von beiden Enden ins Ziel',
    text: 'Jede Farbe hat zwei Grundstapel: Einer baut vom Ass aufwärts, einer vom König abwärts. Die Asse liegen schon dort. Bring die anderen 48 Karten ins Ziel.',
    task: 'Schick Pik 2 und Pik König ins Ziel.',
  },
  {
    title: 'Auf Spalten bauen',
    text: 'Eine Karte passt auf eine Spalte, wenn deren oberste Karte dieselbe Farbe hat und um eins höher oder niedriger ist. Die Richtung darf bei jeder Karte wechseln.',
    task: 'Leg Herz 7 und 8 zusammen, dann Pik 8 und 9.',
  },
  {
    title: 'Immer nur die oberste Karte',
    text: 'Nur die oberste Karte einer Spalte kann ziehen. Räum sie weg, um an die darunter zu kommen.',
    task: 'Räum Herz 9 weg und bring Pik 2 ins Ziel.',
  },
  {
    title: 'Leere Spalten bleiben leer',
    text: 'Eine leere Spalte wird nicht gefüllt und hat keine Karte zu geben. Überleg es dir, bevor du eine leerst.',
    task: 'Leg Karo 5 auf die 6.',
  },
  {
    title: 'Was liegen bleibt',
    text: 'Karten auf Grundstapeln bleiben dort, und nichts zieht von selbst. Ass und König sind keine Nachbarn. Wo sich die zwei Grundstapel einer Farbe treffen, nimmt jeder die Karte.',
    task: 'Bring Kreuz 6 ins Ziel. Beide Grundstapel nehmen sie.',
  },
];

const slyFox: readonly English.StepWords[] = [
  {
    title: 'Von beiden Enden ins Ziel',
    text: 'Jede Farbe hat einen Grundstapel vom Ass aufwärts und einen vom König abwärts. Bis du die erste Karte legst, füllt der Talon jeden Stapel nach, den du leerst.',
    task: 'Schick Kreuz 2 und Herz Dame ins Ziel.',
  },
  {
    title: 'Talonkarten legen',
    text: 'Die oberste Karte des Talons kommt auf einen beliebigen Stapel, oder gleich ins Ziel, wenn sie passt. Karten in Stapeln gehen nur noch auf Grundstapel.',
    task: 'Leg Herz 8 auf einen Stapel, dann schick Kreuz 2 ins Ziel.',
  },
  {
    title: 'Immer zwanzig',
    text: 'Legst du eine Karte, müssen es zwanzig werden. Bis die zwanzigste liegt, gibt kein Stapel eine Karte her. Karten, die gleich ins Ziel gehen, zählen nicht.',
    task: 'Leg die letzten zwei dieser zwanzig, dann schick Kreuz 2 ins Ziel. Deck sie nicht zu!',
  },
  {
    title: 'Zwischen Grundstapeln tauschen',
    text: 'Die oberste Karte eines Grundstapels darf auf den anderen ihrer Farbe, wenn sie dort passt. Sonst verlässt keine Karte einen Grundstapel.',
    task: 'Leg Karo 7 auf den anderen Grundstapel. Dann passt die zweite 7.',
  },
  {
    title: 'Wenn der Talon leer ist',
    text: 'Neu gegeben wird nicht. Ist der Talon leer, gibt jeder Stapel Karten her, auch vor der zwanzigsten, und leere Stapel bleiben leer.',
    task: 'Bring Pik 10 und Pik Bube ins Ziel.',
  },
];

const britishSquare: readonly English.StepWords[] = [
  {
    title: 'Hinauf zum König, dann hinab',
    text: 'Jede Farbe hat einen Grundstapel. Er wächst vom Ass bis zum König, dann vom zweiten König bis zum zweiten Ass: 26 Karten.',
    task: 'Schick Kreuz Ass und Herz König ins Ziel.',
  },
  {
    title: 'Auf Stapel bauen',
    text: 'Eine Karte passt auf einen Stapel, wenn dessen oberste Karte dieselbe Farbe hat und um eins höher oder niedriger ist. Ass und König sind keine Nachbarn.',
    task: 'Leg die beiden Karo-Karten zusammen, dann die beiden Pik-Karten.',
  },
  {
    title: 'Eine Richtung je Stapel',
    text: 'Zwei Karten aufeinander legen die Richtung eines Stapels fest: aufwärts oder abwärts. Wenden kann er erst, wenn nur eine Karte übrig ist.',
    task: 'Der Stapel mit Herz 6 und 7 geht aufwärts. Leg die 8 darauf.',
  },
  {
    title: 'Lücken und der Talon',
    text: 'Deck Talonkarten auf, wann du willst. Ein leerer Stapel nimmt jede Karte von der Ablage, und nur von dort. Von selbst füllt ihn nichts.',
    task: 'Füll den leeren Stapel von der Ablage, dann deck eine Karte auf.',
  },
  {
    title: 'Einmal durch den Talon',
    text: 'Neu gegeben wird nicht. Auf der Ablage wird nicht gebaut, und Karten auf Grundstapeln bleiben dort.',
    task: 'Bring Pik Ass und Pik 2 ins Ziel.',
  },
];

const alhambra: readonly English.StepWords[] = [
  {
    title: 'Von beiden Enden ins Ziel',
    text: 'Jede Farbe hat einen Grundstapel vom Ass aufwärts und einen vom König abwärts. Die obersten Karten der Reserven und der Ablage dürfen ins Ziel.',
    task: 'Schick Kreuz 2, Kreuz Dame und Karo 2 ins Ziel.',
  },
  {
    title: 'Auf die Ablage bauen',
    text: 'Eine Karte der Reserve passt auf die Ablage, wenn deren oberste Karte dieselbe Farbe hat und um eins höher oder niedriger ist.',
    task: 'Leg Herz 8 auf die Ablage, dann die 9.',
  },
  {
    title: 'Reserven geben nur',
    text: 'Auf eine Reserve kommt nichts; eine leere bleibt leer. Auf der Ablage sind Ass und König Nachbarn.',
    task: 'Leg Karo Ass auf den König, dann die 2 auf das Ass.',
  },
  {
    title: 'Aufdecken',
    text: 'Deck Talonkarten auf, wann du willst; sie kommen auf die Ablage. Solange der Talon Karten hat, lässt sich die Ablage nicht umdrehen, und ihre Karten gehen nur ins Ziel.',
    task: 'Deck eine Karte auf.',
  },
  {
    title: 'Die Ablage umdrehen',
    text: 'Ist der Talon leer, tippe darauf, um die Ablage umzudrehen. Ihre erste Karte wird gleich wieder aufgedeckt. Das geht zweimal im Spiel.',
    task: 'Dreh die Ablage um, dann deck eine Karte auf.',
  },
];

export const rulesWords: Words<typeof English.rulesWords> = {
  title: (game) => `Regeln von ${game}`,
  link: 'Regeln',
  linkOf: (game) => `Regeln von ${game}`,
  lead: 'Fünf Schritte, zwei Minuten. Spiel jeden auf seinem kleinen Tisch.',
  none: 'Zu dieser Patience gibt es noch keine Schritte zum Durchspielen.',
  step: (n, of) => `Schritt ${n} von ${of}`,
  steps: 'Schritte',
  isDone: 'geschafft',
  task: 'Probier’s:',
  done: 'Genau!',
  allDone: 'Das war schon alles. Jetzt kannst du die Regeln.',
  next: 'Weiter',
  skip: 'Überspringen',
  back: 'Zurück',
  again: 'Von vorn',
  table: (title) => `Übungstisch: ${title}`,
  others: 'Andere Patiencen',
  playNow: 'Jetzt spielen',
  games: {
    bisley,
    'sly-fox': slyFox,
    'british-square': britishSquare,
    alhambra,
  },
};
