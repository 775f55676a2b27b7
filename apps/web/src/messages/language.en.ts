/** The language of these words, as `Intl` and <html lang> know it. */
export const language = 'en-GB';
