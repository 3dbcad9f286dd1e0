// Proposes where to look next from what is known: a tree-structured Parzen estimator on the places of axes.
import { spreadNumbers } from './spread-numbers.ts';

export type SearchAxis = {
  readonly size: number;
  /** False where values have no distance, as words have not. */
  readonly isOrdered: boolean;
};

export type Observation = {
  /** The place on each axis, from 0. */
  readonly place: readonly number[];
  /** Higher is better; null where there is none, which is worse than any. */
  readonly figure: number | null;
};

export type Search = {
  readonly axes: readonly SearchAxis[];
  readonly observations: readonly Observation[];
  readonly count: number;
  readonly seed: number;
  /** Equal for places that mean the same. */
  readonly keyOf: (place: readonly number[]) => string;
};

/** The share of the observations that is good, and their most, as in Optuna. */
const GOOD_SHARE = 0.1;
const GOOD_MAX = 25;
/** So many candidates are compared; of a space that is no larger than the second, all that are left. */
const CANDIDATES = 256;
const SPACE_COMPARED_MAX = 2_000;
/** Draws for each candidate: most of those in a space that is nearly full are known. */
const DRAWS_A_CANDIDATE_MAX = 20;
/** The most places that are looked through for new ones where draws find too few. */
const WALK_MAX = 50_000;
/** The width of a kernel on an ordered axis, as a share of its size, and its least in places. */
const WIDTH_SHARE = 0.1;
const WIDTH_MIN = 0.5;

/** How near places of one axis are to an observed one: `mass` adds up to 1 over the axis. */
type Kernel = {
  mass(place: number, center: number): number;
  /** The place that a number in [0, 1) draws. */
  draw(number: number, center: number): number;
};

/** Of Aitchison and Aitken (1976): all other values are equally near. */
const wordKernel = (size: number, count: number): Kernel => {
  const away = (size - 1) / (size + count + 1);
  return {
    mass: (place, center) => (place === center ? 1 - away : away / (size - 1)),
    draw: (number, center) => {
      if (number >= away) return center;
      const other = Math.floor((number / away) * (size - 1));
      return other < center ? other : other + 1;
    },
  };
};

/** The first place of ascending sums that is above a value. */
const placeAbove = (sums: Float64Array, value: number): number => {
  let [low, high] = [0, sums.length - 1];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sums[middle] as number) > value) high = middle;
    else low = middle + 1;
  }
  return low;
};

/** Of Wang and van Ryzin (1981): each step away is nearer by the same factor. Its width follows the rule of Scott (1992). */
const orderedKernel = (size: number, count: number, dimensions: number): Kernel => {
  const width = Math.max(WIDTH_MIN, WIDTH_SHARE * size * count ** (-1 / (dimensions + 4)));
  const near = Float64Array.from({ length: size }, (_, distance) => Math.exp(-distance / width));
  const sums = new Float64Array(size);
  near.forEach((value, at) => {
    sums[at] = (sums[at - 1] ?? 0) + value;
  });
  const below = (center: number): number => sums[center] as number;
  const total = (center: number): number => below(center) + below(size - 1 - center) - 1;
  return {
    mass: (place, center) => (near[Math.abs(place - center)] as number) / total(center),
    draw: (number, center) => {
      const sum = number * total(center);
      const left = below(center);
      if (sum < left) return center - placeAbove(sums.subarray(0, center + 1), sum);
      return center + placeAbove(sums.subarray(0, size - center), sum - left + 1);
    },
  };
};

/** The density of observations: one kernel around each, and one part that knows nothing, so that no place has none. */
const densityOf = (axes: readonly SearchAxis[], observed: readonly (readonly number[])[]) => {
  const count = observed.length + 1;
  const kernels = axes.map(({ size, isOrdered }) =>
    isOrdered ? orderedKernel(size, count, axes.length) : wordKernel(size, count),
  );
  const uniform = axes.reduce((product, { size }) => product / size, 1);
  const around = (place: readonly number[], center: readonly number[]): number =>
    kernels.reduce(
      (product, kernel, at) => product * kernel.mass(place[at] as number, center[at] as number),
      1,
    );
  return {
    around,
    at: (place: readonly number[]): number =>
      observed.reduce((total, center) => total + around(place, center), uniform),
    /** The place that numbers in [0, 1) draw: one chooses the part, one the place on each axis. */
    draw: ([part = 0, ...numbers]: readonly number[]): number[] => {
      const center = observed[Math.floor(part * count)];
      return axes.map(({ size }, at) => {
        const number = numbers[at] as number;
        return center
          ? (kernels[at] as Kernel).draw(number, center[at] as number)
          : Math.floor(number * size);
      });
    },
  };
};

/** The places on the axes of every combination, the last axis changing fastest. */
export const everyPlace = (sizes: readonly number[]): number[][] =>
  sizes.reduce<number[][]>(
    (places, size) => places.flatMap((place) => Array.from({ length: size }, (_, at) => [...place, at])),
    [[]],
  );

/** The place after another one in the order of `everyPlace`, and the first after the last. */
const placeAfter = (place: readonly number[], sizes: readonly number[]): number[] => {
  const next = [...place];
  for (let axis = sizes.length - 1; axis >= 0; axis -= 1) {
    next[axis] = ((next[axis] as number) + 1) % (sizes[axis] as number);
    if (next[axis] !== 0) break;
  }
  return next;
};

/** Places that are compared: new ones, each once; at least as many as are wanted, if they are there. */
const candidatesOf = (
  { axes, observations, count, seed, keyOf }: Search,
  draw: (numbers: readonly number[]) => number[],
): number[][] => {
  const known = new Set(observations.map(({ place }) => keyOf(place)));
  const found = new Map<string, number[]>();
  const seen = new Set<string>();
  const note = (place: number[]) => {
    if (seen.has(String(place))) return;
    seen.add(String(place));
    const key = keyOf(place);
    if (!(known.has(key) || found.has(key))) found.set(key, place);
  };
  const sizes = axes.map(({ size }) => size);
  const space = sizes.reduce((product, size) => product * size, 1);
  if (space <= SPACE_COMPARED_MAX) everyPlace(sizes).forEach(note);
  else {
    const numbers = spreadNumbers('random', axes.length + 1, seed);
    const draws = CANDIDATES * DRAWS_A_CANDIDATE_MAX;
    for (let at = 0; found.size < CANDIDATES && at < draws; at += 1) note(draw(numbers()));
    const [, ...start] = numbers();
    let place = sizes.map((size, axis) => Math.floor((start[axis] as number) * size));
    for (let at = 0; found.size < count && at < Math.min(space, WALK_MAX); at += 1) {
      note(place);
      place = placeAfter(place, sizes);
    }
  }
  return [...found.values()];
};

/**
 * New places, the most promising first, the same for the same search; fewer than `count` only where no more are left, or none
 * among 50,000 that are looked through. A place promises as much as it is nearer to good observations than to the others
 * (Bergstra et al. 2011), over all axes together. One that is proposed counts as a bad observation for the next, which keeps
 * them apart.
 */
export const proposePlaces = (search: Search): number[][] => {
  const { axes, observations, count } = search;
  const ranked = observations.toSorted((a, b) => (b.figure ?? -Infinity) - (a.figure ?? -Infinity) || 0);
  const withFigure = ranked.filter(({ figure }) => figure !== null).length;
  const goodCount = Math.min(GOOD_MAX, Math.ceil(GOOD_SHARE * ranked.length), withFigure);
  const places = ranked.map(({ place }) => place);
  const good = densityOf(axes, places.slice(0, goodCount));
  const bad = densityOf(axes, places.slice(goodCount));
  const left = candidatesOf(search, good.draw).map((place) => ({
    place,
    good: good.at(place),
    bad: bad.at(place),
  }));
  const proposed: number[][] = [];
  while (proposed.length < count && left.length > 0) {
    const best = left.reduce(
      (most, one, at) => (one.good * (left[most]?.bad ?? 0) > (left[most]?.good ?? 0) * one.bad ? at : most),
      0,
    );
    const [{ place }] = left.splice(best, 1) as [(typeof left)[number]];
    proposed.push(place);
    for (const one of left) one.bad += bad.around(one.place, place);
  }
  return proposed;
};
