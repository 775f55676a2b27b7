/** Whether somebody is here for the first time: no service worker had a part in this page's coming. */
export const isFirstVisit = (): boolean => {
  const [visit] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  return !visit?.workerStart;
};
