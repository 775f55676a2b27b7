/** Whether a heading with this name has to be smaller on a phone, so that no word of it is broken. */
export const hasLongWord = (name: string): boolean => /\S{20}/u.test(name);
