import type { Words } from '../contract.ts';
import type * as English from '../stand-ins.en.ts';

export const standIns: Words<typeof English.standIns> = {
  hidden: 'Verborgener Name',
  deleted: 'Gelöschte Person',
};
