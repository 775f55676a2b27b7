/** Names of games and variants, straight from the engine's registry. */
import { findVariant, gameList, gameOf } from '@same-deal/engine';

/** The game a variant belongs to, as the registry describes it. */
export const gameOfVariant = (variantId: string) =>
  gameList.find((game) => game.id === gameOf(variantId));

/** `Bisley`; for a game with several variants `Bisley, 12 columns`. */
export function variantTitle(variantId: string): string {
  const game = gameOfVariant(variantId);
  const variant = findVariant(variantId);
  if (!game || !variant) return variantId;
  return game.variants.length > 1 ? `${game.title}, ${variant.title}` : game.title;
}

export const gameTitle = (variantId: string): string =>
  gameOfVariant(variantId)?.title ?? variantId;

/** Cards that can be brought home in a play of this variant. */
export function cardsToBringHome(variantId: string): number {
  const variant = findVariant(variantId);
  return variant ? variant.packs * 52 - variant.dealtHome : 0;
}
