/** Names as they are shown. Those that stand for somebody are in English already: see the protocol's `STAND_INS`. */
export const shownName = (name: string): string => name;
