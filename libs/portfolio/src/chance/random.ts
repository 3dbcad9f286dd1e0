// Random numbers from a seed: the same ones on every machine.

export type Random = {
  /** A whole number from 0 to below `limit`, which is at most 2³². */
  below(limit: number): number;
  /** The numbers from 0 to below `count`, each once, in random order. */
  order(count: number): Uint32Array;
};

/** The first numbers, until the seed has reached every bit. */
const SKIPPED = 15;
const WORD = 2 ** 32;

/** Source: Doty-Humphrey (2010), sfc32 of PractRand, seeded as there with a counter of 1. */
export const seededRandom = (seed: number): Random => {
  let [a, b, c, counter] = [0, seed | 0, 0, 1];
  const next = (): number => {
    const result = (a + b + counter) | 0;
    counter = (counter + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = (((c << 21) | (c >>> 11)) + result) | 0;
    return result >>> 0;
  };
  for (let skipped = 0; skipped < SKIPPED; skipped++) next();
  const below = (limit: number): number => Math.floor((next() / WORD) * limit);
  return {
    below,
    order: (count) => {
      const order = Uint32Array.from({ length: count }, (_, at) => at);
      // Fisher and Yates (1938), as Durstenfeld (1964) does it in place.
      for (let last = count - 1; last > 0; last--) {
        const other = below(last + 1);
        const moved = order[last] as number;
        order[last] = order[other] as number;
        order[other] = moved;
      }
      return order;
    },
  };
};
