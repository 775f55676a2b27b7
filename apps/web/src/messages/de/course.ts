import type { Words } from '../contract.ts';
import type * as English from '../course.en.ts';
import { isolated } from '../isolated.ts';

export const courseWords: Words<typeof English.courseWords> = {
  title: 'Karten im Ziel über die Zeit',
  summary: (name, home, time) =>
    home === 0 ? `${name}: keine` : `${isolated(name)}: ${home} im Ziel bei ${time}`,
  failed: 'Das Diagramm ließ sich nicht zeichnen.',
};
