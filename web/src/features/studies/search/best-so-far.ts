// How a search has got on: the best figure of its goal after each of its points.
import type { StudyMetric, StudyPoint } from '@tradeium/contracts';

export type BestSoFar = {
  /** The goal's figure of each point in the order of the search; null where it failed or has none. */
  readonly figures: readonly (number | null)[];
  /** The highest of them up to each point; null before the first. */
  readonly best: readonly (number | null)[];
  /** The numbers of all points that have the highest. */
  readonly holders: readonly number[];
  /** After how many points it was found. */
  readonly foundAfter: number;
};

/** Points are numbered in the order in which a search proposes them. */
export const bestSoFar = (points: readonly StudyPoint[], goal: StudyMetric): BestSoFar => {
  const inOrder = points.toSorted((one, other) => one.index - other.index);
  const figures = inOrder.map(({ statistics }) => statistics?.[goal] ?? null);
  const best: (number | null)[] = [];
  for (const figure of figures) {
    const before = best.at(-1) ?? null;
    best.push(figure !== null && (before === null || figure > before) ? figure : before);
  }
  const highest = best.at(-1) ?? null;
  const holders = inOrder.filter((_, at) => highest !== null && figures[at] === highest);
  return {
    figures,
    best,
    holders: holders.map(({ index }) => index),
    foundAfter: highest === null ? 0 : figures.indexOf(highest) + 1,
  };
};
