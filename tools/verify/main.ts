/**
 * `pnpm verify ADDRESS`: checks a settled race (`https://…/race/ABC234`), a closed daily
 * (`https://…/daily/2026-11-21/bisley`) or a closed duplicate (`https://…/duplicate/ABC234`) from public routes only:
 * commitment, deal, every log, times, order and scores. Exits with 1 if anything does not agree, and names it.
 */
import { differencesOf, differencesOfScores } from './check.ts';
import { contestsAt } from './fetch.ts';

const [address = ''] = process.argv.slice(2);

async function get(path: string): Promise<unknown> {
  const answer = await fetch(new URL(path, address));
  const body = (await answer.json()) as { error?: { code: string } };
  if (!answer.ok) throw new Error(`${path}: ${body.error?.code ?? answer.status}`);
  return body;
}

try {
  const contests = URL.canParse(address) ? await contestsAt(new URL(address).pathname, get) : null;
  if (contests === null) {
    console.error(
      'usage: pnpm verify ADDRESS   (of a settled race, a closed daily or a closed duplicate)',
    );
    process.exitCode = 2;
  } else {
    const differences = [...contests.flatMap(differencesOf), ...differencesOfScores(contests)];
    for (const { kind, what } of differences) console.log(`WRONG (${kind}): ${what}`);
    for (const { of, order, players, commitment } of contests)
      console.log(`${of} ${order}: ${players.length} plays replayed, commitment ${commitment}`);
    console.log(
      differences.length === 0 ? 'everything agrees' : `${differences.length} differences`,
    );
    process.exitCode = differences.length === 0 ? 0 : 1;
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
