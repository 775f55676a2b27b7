/** Names of games and variants where the language has others than the registry, whose are English. */
export const gameNames = {
  games: {} as Readonly<Record<string, string>>,
  variants: {} as Readonly<Record<string, string>>,
  withVariant: (game: string, variant: string) => `${game}, ${variant}`,
};
