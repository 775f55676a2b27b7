/** Whether somebody is here for the first time: no service worker has taken the page over yet. */
export const isFirstVisit = (): boolean => !navigator.serviceWorker?.controller;
