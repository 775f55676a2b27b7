/** Until somebody has so many rated races of a game, their rating is provisional; apart from its schemas, for pages. */
export const PROVISIONAL_RACES = 5;
