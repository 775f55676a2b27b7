import type { addExtras } from './extras.ts';

/**
 * Fetches what many never ask for (sounds, vibration, cards that go home by themselves), and adds it to a table.
 * @param table read late, so that an effect which calls this does not rerun with every move
 * @returns takes it away again; where it could not be fetched the table does without
 */
export function loadExtras(table: () => Parameters<typeof addExtras>): () => void {
  const added = import('./extras.ts').then(
    (extras) => extras.addExtras(...table()),
    () => undefined,
  );
  return () => void added.then((remove) => remove?.());
}
