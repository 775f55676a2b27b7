/** Error lines that say the same: a full disk fails every statement in the same way, and fills what room is left with that. */

/** Of lines that say the same so many are written in that time. */
export const SAME_MOST = 5;
export const SAME_WITHIN_MS = 10_000;
/** Kinds of lines that are remembered. */
const KINDS_MOST = 1_000;
/** Of pino's levels. */
const ERROR = 50;

/**
 * For pino's hook `logMethod`: leaves out error lines that say the same as others just before. The first one that is
 * written again says in `leftOut` how many were not.
 * @param now in milliseconds
 */
export function fewOfTheSame(now: () => number = () => performance.now()) {
  const kinds = new Map<string, { readonly since: number; count: number }>();
  return function logMethod<Line extends unknown[]>(
    this: unknown,
    line: Line,
    write: (...line: never[]) => void,
    level: number,
  ): void {
    const pass = (...parts: unknown[]) => write.apply(this, parts as never[]);
    if (level < ERROR) return pass(...line);
    const [about, ...rest] = line;
    const { err, message } = (Object(about) ?? {}) as {
      err?: { message?: string };
      message?: string;
    };
    const said = [typeof about === 'string' ? about : rest[0], err?.message ?? message].join(' ');
    const kind = kinds.get(said);
    if (kind && now() - kind.since < SAME_WITHIN_MS) {
      kind.count += 1;
      return kind.count > SAME_MOST ? undefined : pass(...line);
    }
    if (kinds.size >= KINDS_MOST) kinds.clear();
    kinds.set(said, { since: now(), count: 1 });
    const leftOut = Math.max(0, (kind?.count ?? 0) - SAME_MOST);
    if (leftOut === 0 || typeof about !== 'object') return pass(...line);
    pass({ ...about, leftOut }, ...rest);
  };
}
