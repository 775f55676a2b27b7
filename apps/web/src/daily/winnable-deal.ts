const samples = import.meta.glob<string>('../../../../packages/solver/sample/*.jsonl', {
  query: '?raw',
  import: 'default',
});

/**
 * A practice deal of a game that is known to be winnable: one of those that the solver ships, fetched when first asked
 * for. Undefined where there is none, or it cannot be fetched.
 */
export async function winnableDeal(game: string): Promise<string | undefined> {
  const fetchSample = samples[`../../../../packages/solver/sample/${game}.jsonl`];
  const lines = (await fetchSample?.().catch(() => ''))?.split('\n').filter(Boolean) ?? [];
  const line = lines[Math.floor(Math.random() * lines.length)];
  return line === undefined ? undefined : (JSON.parse(line) as { code: string }).code;
}
