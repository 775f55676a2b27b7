/** Outlines as those of `Icon.svelte`, which no first table or page shows: they come with what does. */
export const laterIcons = {
  key: 'M14.5 13a4.5 4.5 0 1 0-4-2.500L4 17v3h3.500v-2.500H10V15l1.5-1.500M16 8h.01',
  lock: 'M6 11h12v9H6zM8.5 11V8a3.5 3.5 0 0 1 7 0v3',
  unlock: 'M6 11h12v9H6zM8.5 11V7.500a3.5 3.5 0 0 1 6.6-1.6',
  first: 'M6 5v14M19 5l-9 7 9 7z',
  last: 'M18 5v14M5 5l9 7-9 7z',
  previous: 'M16 5l-9 7 9 7z',
  next: 'M8 5l9 7-9 7z',
};
