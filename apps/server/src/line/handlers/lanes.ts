import type { Handlers, Services } from './handler.ts';

/** Who runs beside one's own try at a daily. */
export const laneHandlers = ({ lanesOf }: Services): Pick<Handlers, 'lanes:read'> => ({
  'lanes:read': ({ playId }, { personId }, receivedAt) => lanesOf(playId, personId, receivedAt),
});
