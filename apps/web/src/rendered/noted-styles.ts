/** What `styles/adopt.ts` is while the build draws the start page, which has no document. */
export const noted: string[] = [];

/** Notes styles in place of adding them. */
export const adopt = (styles: string): void => void noted.push(styles);
