/** The table comes in a file of its own: the start page does not need it, and it can be fetched while people get ready. */
export const loadTable = () => import('./Table.svelte');

/** Fetches the table ahead of its use. */
export function preloadTable(): void {
  loadTable().catch(() => {
    // Tried again, and told about, when the table is needed.
  });
}
