/**
 * Loads a part of the page at most once at a time, and serves callers in order. A dynamic import
 * alone does not promise that order: the first one may wait for files beside its own, and a later one overtake it.
 * @param load resolves to the part; where it fails, the next call tries again
 */
export function loadOnce<Part>(load: () => Promise<Part>): () => Promise<Part> {
  let loading: Promise<Part> | undefined;
  return () => {
    loading ??= load().catch((error: unknown) => {
      loading = undefined;
      throw error;
    });
    return loading;
  };
}
