/** Builds the English page with one more entry in the registry. */
import { pageIn } from '../../apps/web/vite.config.ts';

const REGISTRY = /packages[\\/]engine[\\/]src[\\/]games[\\/]index\.ts$/;

const withFifthGame = {
  name: 'fifth-game',
  enforce: 'pre' as const,
  transform(code: string, id: string) {
    if (!REGISTRY.test(id)) return undefined;
    const game = JSON.stringify(`${import.meta.dirname}/four-piles.ts`);
    return `import { game as fourPiles } from ${game};\n${code.replace('= {', "= { 'four-piles': fourPiles,")}`;
  },
};

const web = pageIn('en', async () => {});

export default { ...web, plugins: [...(web.plugins ?? []), withFifthGame] };
