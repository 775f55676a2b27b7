/** The 95 % interval of a share of so many trials, by Wilson (1927), 10.1080/01621459.1927.10502953. */
export function wilson(part: number, all: number): [number, number] {
  const z = 1.959964;
  const share = part / all;
  const middle = share + (z * z) / (2 * all);
  const half = z * Math.sqrt((share * (1 - share)) / all + (z * z) / (4 * all * all));
  const whole = 1 + (z * z) / all;
  return [(middle - half) / whole, (middle + half) / whole];
}

const percent = (share: number): string => `${Number((100 * share).toFixed(2))}`;

/** A share in per cent, with that interval: `84.2 % (81.81 to 86.33)`. */
export function intervalOf(part: number, all: number): string {
  const [least, most] = wilson(part, all).map(percent);
  return `${percent(part / all)} % (${least} to ${most})`;
}
