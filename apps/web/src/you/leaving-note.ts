/**
 * That somebody has asked to leave this browser, noted in it until it is known whether they have: the answer may be lost
 * with the line, and so may the next one.
 */
export interface Leaving {
  /** Who leaves. */
  readonly id: string;
  readonly name: string;
  readonly way: 'signed-out' | 'deleted';
}

/** As `later.ts` has it, which brings nothing else along. */
const KEY = 'same-deal:leaving';
/** Where storage is barred or full. */
let unstored: Leaving | undefined;

/** Undefined where nobody is leaving, or it is known whether they have. */
export function leaving(): Leaving | undefined {
  try {
    return (
      unstored ?? (JSON.parse(localStorage.getItem(KEY) ?? 'null') as Leaving | null) ?? undefined
    );
  } catch {
    return undefined;
  }
}

/** @param person undefined once it is known */
export function noteLeaving(person: Leaving | undefined): void {
  unstored = undefined;
  try {
    if (person) localStorage.setItem(KEY, JSON.stringify(person));
    else localStorage.removeItem(KEY);
  } catch {
    unstored = person;
  }
}
