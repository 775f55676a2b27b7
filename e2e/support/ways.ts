/** A map of a table, learnt by walking: where each arrow key leads, as far as tried. */
export const ARROWS = ['Right', 'Down', 'Left', 'Up'] as const;
export type Arrow = (typeof ARROWS)[number];

export class Ways {
  readonly #ways = new Map<string, Map<Arrow, string>>();

  #from(place: string): Map<Arrow, string> {
    let ways = this.#ways.get(place);
    if (!ways) this.#ways.set(place, (ways = new Map()));
    return ways;
  }

  /** Records where a key led. */
  note(from: string, key: Arrow, to: string): void {
    this.#from(from).set(key, to);
  }

  /** The first key of the shortest known path to a place, or else to the nearest place with an untried key. */
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
