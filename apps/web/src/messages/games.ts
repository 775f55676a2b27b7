/** Names of games and variants: the registry's own, or those of the page's language. */
import { findVariant, gameList, gameOf } from '@same-deal/engine';
import { gameNames } from './game-names.en.ts';

/** The game a variant belongs to, as the registry describes it. */
export const gameOfVariant = (variantId: string) =>
  gameList.find((game) => game.id === gameOf(variantId));

/** `Bisley`; for a game with several variants `Bisley, 12 columns`. */
export function variantTitle(variantId: string): string {
  const game = gameOfVariant(variantId);
  const variant = findVariant(variantId);
  if (!game || !variant) return variantId;
  const title = gameTitle(variantId);
  return game.variants.length > 1 ? gameNames.withVariant(title, formTitle(variantId)) : title;
}

/** A variant among those of its game: `12 columns`. */
export const formTitle = (variantId: string): string =>
  gameNames.variants[variantId] ?? findVariant(variantId)?.title ?? variantId;

/** `Bisley`, of a game or of one of its variants. */
export const gameTitle = (variantId: string): string =>
  gameNames.games[gameOf(variantId)] ?? gameOfVariant(variantId)?.title ?? variantId;

/** Cards that can be brought home in a play of this variant. */
export function cardsToBringHome(variantId: string): number {
  const variant = findVariant(variantId);
  return variant ? variant.packs * 52 - variant.dealtHome : 0;
}
