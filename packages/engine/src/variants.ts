import { games } from './games/index.ts';
import type { Game, Solitaire } from './solitaire.ts';

export type GameId = keyof typeof games;

/** The name of a variant: `bisley/thirteen`, … One for each line of the games' lists. */
export type VariantId = (typeof games)[GameId]['variants'][number]['id'];

/** The games in the order of the registry. */
export const gameList: readonly (Game<VariantId> & { readonly id: GameId })[] = (
  Object.entries(games) as [GameId, Game<VariantId>][]
).map(([id, game]) => ({ id, ...game }));

const variants: ReadonlyMap<string, Solitaire> = new Map<string, Solitaire>(
  gameList.flatMap((game) => game.variants.map((variant) => [variant.id, variant])),
);

/** Whether there is a variant of that name. */
export const isVariantId = (text: string): text is VariantId => variants.has(text);

/** The rules of a variant such as `bisley/thirteen`; undefined if there is none of that name. */
export const findVariant = (id: string): Solitaire | undefined => variants.get(id);

/**
 * The rules of a variant that is known to exist.
 * @throws RangeError otherwise: positions and stored deals carry only names from the registry.
 */
export function variantOf(id: string): Solitaire {
  const variant = variants.get(id);
  if (!variant) throw new RangeError(`no variant named ${id}`);
  return variant;
}

/** The game a variant belongs to. */
export const gameOf = (variantId: string): string => variantId.split('/')[0] ?? '';
