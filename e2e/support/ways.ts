/** A table found out by walking over it: where its arrow keys lead, as far as it was tried. */
export const ARROWS = ['Right', 'Down', 'Left', 'Up'] as const;
export type Arrow = (typeof ARROWS)[number];

export class Ways {
  readonly #ways = new Map<string, Map<Arrow, string>>();

  #from(place: string): Map<Arrow, string> {
    let ways = this.#ways.get(place);
    if (!ways) this.#ways.set(place, (ways = new Map()));
    return ways;
  }

  /** A key was tried, and that is where it led. */
  note(from: string, key: Arrow, to: string): void {
    this.#from(from).set(key, to);
  }

  /** The first key of the shortest known way there, or else to where something is still untried. */
  towards(from: string, to: string): Arrow {
    const isEnd = (place: string) => place === to;
    const isOpen = (place: string) => this.#from(place).size < ARROWS.length;
    for (const isGoal of [isEnd, isOpen]) {
      const found: { place: string; first: Arrow | undefined }[] = [
        { place: from, first: undefined },
      ];
      const seen = new Set([from]);
      for (const { place, first } of found) {
        if (isGoal(place)) {
          return first ?? ARROWS.find((key) => !this.#from(place).has(key)) ?? ARROWS[0];
        }
        for (const [key, next] of this.#from(place)) {
          if (!seen.has(next)) found.push({ place: next, first: first ?? key });
          seen.add(next);
        }
      }
    }
    return ARROWS[0];
  }
}
