import type { Words } from '../contract.ts';
import type * as English from '../common-errors.en.ts';

export const commonErrors: Words<typeof English.commonErrors> = {
  unavailable: 'Der Server ist gerade nicht zu erreichen. Versuch es gleich noch einmal.',
  internal: 'Bei uns ist etwas schiefgegangen. Versuch es gleich noch einmal.',
};
