import type { Words } from '../contract.ts';
import type * as English from '../course.en.ts';

export const courseWords: Words<typeof English.courseWords> = {
  title: 'Karten im Ziel über die Zeit',
  summary: (name, home, time) => `${name}: ${home} im Ziel nach ${time}`,
  failed: 'Das Diagramm ließ sich nicht zeichnen.',
};
