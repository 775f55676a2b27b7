/** How large a duplicate may be; apart from its schemas, for pages that only ask for numbers. */
export const DUPLICATE_DEALS = { min: 2, max: 8 } as const;
export const DUPLICATE_DAYS = { min: 1, max: 14 } as const;
export const DUPLICATE_PLAYERS_MAX = 50;
