/**
 * The lines that are sent the progress of races: found by the race at once, as they are looked through every second and
 * with every lead.
 */
import type { ProgressLine } from '../race/ports.ts';
import type { PageSocket } from './page-server.ts';
import { textTo } from './text-to.ts';

export type ProgressLines = ReturnType<typeof createProgressLines>;

export function createProgressLines() {
  const races = new Map<string, Set<ProgressLine>>();

  function remove(code: string, line: ProgressLine): void {
    const lines = races.get(code);
    lines?.delete(line);
    if (lines?.size === 0) races.delete(code);
  }

  function stop({ data: { progress } }: PageSocket, code: string): void {
    const line = progress?.get(code);
    if (!line) return;
    progress?.delete(code);
    remove(code, line);
  }

  return {
    /** From now on the line gets the progress of the race; all of it at first. */
    listen(socket: PageSocket, code: string): void {
      stop(socket, code);
      if (!socket.connected) return;
      const { data } = socket;
      const send = (news: Parameters<ProgressLine['send']>[0]): void => {
        if (!textTo(socket, `2${JSON.stringify(['race:progressed', news])}`)) {
          socket.emit('race:progressed', news);
        }
      };
      const line: ProgressLine = { personId: data.personId, seen: -1, send };
      (data.progress ??= new Map()).set(code, line);
      const lines = races.get(code);
      if (lines) lines.add(line);
      else races.set(code, new Set([line]));
    },

    stop,

    /** The line is gone. */
    gone({ data: { progress } }: PageSocket): void {
      for (const [code, line] of progress ?? []) remove(code, line);
      progress?.clear();
    },

    /** The lines that listen to a race. */
    of: (code: string): Iterable<ProgressLine> => races.get(code) ?? [],
  };
}
