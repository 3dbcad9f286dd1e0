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

/**
 * The neighbours of each point of a grid, by index: at most one step away on every ordered axis, diagonals included, and the
 * same value on the others.
 */
export const gridNeighbours = (points: readonly Places[], axes: readonly PlateauAxis[]): number[][] => {
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

/** The squared distance of two points, each ordered axis counted from 0 to 1; Infinity where another axis differs. */
const squaredDistance = (one: Places, other: Places, axes: readonly PlateauAxis[]): number => {
  let sum = 0;
  for (let axis = 0; axis < axes.length; axis += 1) {
    const { size, isOrdered } = axes[axis] as PlateauAxis;
    const steps = (one[axis] as number) - (other[axis] as number);
    if (steps !== 0 && !isOrdered) return Number.POSITIVE_INFINITY;
    sum += (steps / Math.max(1, size - 1)) ** 2;
  }
  return sum;
};

/**
 * The neighbours of each drawn point, by index: the nearest two for each axis, by Euclidean distance with every ordered axis
 * scaled to 1, among those with the same value on the others. Of points as far away as the last one, those drawn first.
 */
export const nearestNeighbours = (points: readonly Places[], axes: readonly PlateauAxis[]): number[][] => {
  const wanted = NEAREST_PER_AXIS * axes.length;
  return points.map((own, place) => {
    const nearest: { readonly index: number; readonly distance: number }[] = [];
    points.forEach((other, index) => {
      if (index === place) return;
      const distance = squaredDistance(own, other, axes);
      const isFull = nearest.length === wanted;
      if (distance === Number.POSITIVE_INFINITY || (isFull && distance >= (nearest.at(-1)?.distance ?? 0)))
        return;
      const after = nearest.findIndex((near) => near.distance > distance);
      nearest.splice(after === -1 ? nearest.length : after, 0, { index, distance });
      if (nearest.length > wanted) nearest.pop();
    });
    return nearest.map(({ index }) => index);
  });
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
