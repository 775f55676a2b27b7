/** The table is a chunk of its own: the start page does not need it, and it can be loaded while people get ready. */
export const loadTable = () => import('./Table.svelte');

/** Fetches the table ahead of its use. */
export function preloadTable(): void {
  loadTable().catch(() => {
    // Tried again, and reported, when the table is needed.
  });
}
