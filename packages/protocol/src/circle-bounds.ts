/** How large a circle may be; apart from its schemas, for pages that only ask for numbers. */
export const CIRCLE_MEMBERS_MAX = 50;
/** A race that is arranged: so long before its time its lobby opens, */
export const LOBBY_OPENS_MS = 10 * 60_000;
/** and so long after it nobody can open it any more. */
export const LOBBY_CLOSES_MS = 60 * 60_000;
/** How far ahead a race may be arranged. */
export const DATE_DAYS_MAX = 60;
