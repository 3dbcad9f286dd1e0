// How the neighbours of a study's point do: a figure that only one lonely point reaches is likely luck.

/** The place of a point on each axis: the index of its value. */
type Places = readonly number[];

type PlateauAxis = {
  /** How many values it has. */
  readonly size: number;
  /** False for words and switches, whose values have no distance: neighbours have the same one. */
  readonly isOrdered: boolean;
};

/** Drawn points have so many neighbours for each axis. */
const NEAREST_PER_AXIS = 2;

/** The places numbered without those that no point has, axis by axis: on daily bars a calendar of days is the one of bars. */
const withoutGaps = (points: readonly Places[], axes: readonly PlateauAxis[]): Places[] => {
  const numbered = axes.map((_, axis) => {
    const reached = [...new Set(points.map((own) => own[axis] as number))].sort((one, other) => one - other);
    return new Map(reached.map((place, at) => [place, at]));
  });
  return points.map((own) => own.map((place, axis) => numbered[axis]?.get(place) as number));
};

/**
 * The neighbours of each point of a grid, by index: at most one step away on every ordered axis, diagonals included, and the
 * same value on the others. A step leads to the next value that any point has.
 */
export const gridNeighbours = (all: readonly Places[], axes: readonly PlateauAxis[]): number[][] => {
  const points = withoutGaps(all, axes);
  const reach = axes.map(({ isOrdered }) => (isOrdered ? 1 : 0));
  const found: number[][] = points.map(() => []);
  for (let one = 0; one < points.length; one += 1) {
    const own = points[one] as Places;
    for (let other = one + 1; other < points.length; other += 1) {
      const its = points[other] as Places;
      const isNear = reach.every(
        (steps, axis) => Math.abs((own[axis] as number) - (its[axis] as number)) <= steps,
      );
      if (!isNear) continue;
      found[one]?.push(other);
      found[other]?.push(one);
    }
  }
  return found;
};

/** The nearest points that each has met, `wanted` for each and in order: flat numbers, as millions of pairs are compared. */
type Nearest = {
  readonly wanted: number;
  /** −1 where fewer have been met. */
  readonly indexes: Int32Array;
  /** Squared; Infinity where fewer have been met. */
  readonly distances: Float64Array;
};

const farthestOf = ({ wanted, distances }: Nearest, point: number): number =>
  distances[(point + 1) * wanted - 1] as number;

/** Enters a point that is nearer than the farthest, after those that are as near. */
const enter = (nearest: Nearest, point: number, index: number, distance: number): void => {
  const { wanted, indexes, distances } = nearest;
  const first = point * wanted;
  let place = first + wanted - 1;
  for (; place > first && (distances[place - 1] as number) > distance; place -= 1) {
    distances[place] = distances[place - 1] as number;
    indexes[place] = indexes[place - 1] as number;
  }
  distances[place] = distance;
  indexes[place] = index;
};

/**
 * The neighbours of each drawn point, by index: the nearest two for each axis, by Euclidean distance with every ordered axis
 * scaled to 1, among those with the same value on the others. Of points as far away as the last one, those drawn first.
 */
export const nearestNeighbours = (points: readonly Places[], axes: readonly PlateauAxis[]): number[][] => {
  const count = axes.length;
  const wanted = NEAREST_PER_AXIS * count;
  if (wanted === 0) return points.map(() => []);
  const places = Float64Array.from(points.flat());
  // Other words are infinitely far apart.
  const lengths = Float64Array.from(axes, ({ size, isOrdered }) =>
    isOrdered ? Math.max(1, size - 1) : Number.MIN_VALUE,
  );
  const nearest: Nearest = {
    wanted,
    indexes: new Int32Array(points.length * wanted).fill(-1),
    distances: new Float64Array(points.length * wanted).fill(Number.POSITIVE_INFINITY),
  };
  for (let other = 1; other < points.length; other += 1) {
    for (let one = 0; one < other; one += 1) {
      const enough = Math.max(farthestOf(nearest, one), farthestOf(nearest, other));
      let distance = 0;
      for (let axis = 0; axis < count && distance < enough; axis += 1) {
        const steps = (places[one * count + axis] as number) - (places[other * count + axis] as number);
        distance += (steps / (lengths[axis] as number)) ** 2;
      }
      if (distance < farthestOf(nearest, one)) enter(nearest, one, other, distance);
      if (distance < farthestOf(nearest, other)) enter(nearest, other, one, distance);
    }
  }
  return points.map((_, point) =>
    [...nearest.indexes.subarray(point * wanted, (point + 1) * wanted)].filter((index) => index >= 0),
  );
};

/**
 * mean − standard deviation (of the whole) of a point's figure and its neighbours', in the figure's unit, where more is
 * better; `isLessBetter` makes it mean + deviation. So a lonely peak scores low, and even ground its own height. Neighbours
 * without the figure are left out. Null for a point without it, and without any neighbour that has it.
 */
export const plateauScores = (
  figures: readonly (number | null)[],
  neighbours: readonly (readonly number[])[],
  isLessBetter = false,
): (number | null)[] =>
  figures.map((own, place) => {
    const near = (neighbours[place] ?? []).flatMap((index) => figures[index] ?? []);
    if (own === null || near.length === 0) return null;
    const all = [own, ...near];
    const mean = all.reduce((sum, figure) => sum + figure, 0) / all.length;
    const variance = all.reduce((sum, figure) => sum + (figure - mean) ** 2, 0) / all.length;
    return isLessBetter ? mean + Math.sqrt(variance) : mean - Math.sqrt(variance);
  });
