/**
 * A name that keeps its own direction within a sentence: a number beside a Hebrew or Arabic one would else be read as
 * part of it, and turn a score around.
 */
export const isolated = (name: string): string => `\u2068${name}\u2069`;
