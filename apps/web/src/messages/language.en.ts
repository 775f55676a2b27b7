/** The language of these words, as `Intl` and <html lang> know it. */
export const language = 'en-GB';

/** What stands before tenths. `Intl` knows it too, but to ask it for a first number takes a slow phone 70 ms. */
export const point = '.';

/** Less than a minute ago: `Intl` says “this minute”. */
export const justNow = 'just now';
