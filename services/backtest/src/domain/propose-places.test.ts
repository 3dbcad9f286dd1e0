// A search finds what is good with fewer looks than chance, never looks twice, and does the same for the same seed.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { everyPlace, type Observation, proposePlaces, type SearchAxis } from './propose-places.ts';
import { spreadNumbers } from './spread-numbers.ts';

type Surface = {
  readonly axes: readonly SearchAxis[];
  readonly figureAt: (place: readonly number[]) => number | null;
};

const ordered = (...sizes: number[]) => sizes.map((size) => ({ size, isOrdered: true }));
const squares = (place: readonly number[], top: readonly number[], scale: number) =>
  place.reduce((sum, at, axis) => sum - ((at - (top[axis] as number)) / scale) ** 2, 0);

const SURFACES: Readonly<Record<string, Surface>> = {
  'a hill': { axes: ordered(24, 40), figureAt: (place) => squares(place, [17, 9], 30) },
  'a hill in three dimensions': {
    axes: ordered(20, 20, 20),
    figureAt: (place) => squares(place, [13, 4, 9], 20),
  },
  'a hill that differs by a word': {
    axes: [{ size: 5, isOrdered: false }, ...ordered(30, 30)],
    figureAt: ([word, ...place]) => squares(place, [20, 6], 30) - ((word as number) % 3) / 10,
  },
  'a hill of which half fails': {
    axes: ordered(40, 40),
    figureAt: (place) => ((place[0] as number) >= (place[1] as number) ? null : squares(place, [10, 20], 40)),
  },
};

const LOOKS = 60;

const drawn = ({ axes }: Surface, method: 'random' | 'even', count: number, seed: number): number[][] => {
  const numbers = spreadNumbers(method, axes.length, seed);
  return Array.from({ length: count }, () => {
    const draw = numbers();
    return axes.map(({ size }, at) => Math.floor((draw[at] as number) * size));
  });
};

/** All places that a search looks at: some spread evenly, then rounds of five. */
const searched = (surface: Surface, seed: number): Observation[] => {
  const { axes, figureAt } = surface;
  const look = (place: readonly number[]) => ({ place, figure: figureAt(place) });
  const first = new Map(drawn(surface, 'even', 15, seed).map((place) => [String(place), look(place)]));
  const observations: Observation[] = [...first.values()];
  while (observations.length < LOOKS) {
    const known = observations.length;
    const search = { axes, observations, count: Math.min(5, LOOKS - known), keyOf: String };
    observations.push(...proposePlaces({ ...search, seed: seed + known }).map(look));
  }
  return observations;
};

const bestOf = (figures: readonly (number | null)[]): number =>
  Math.max(...figures.map((figure) => figure ?? -Infinity));

describe.each(Object.entries(SURFACES))('%s', (_, surface) => {
  const seeds = Array.from({ length: 20 }, (__, seed) => seed);
  const searches = seeds.map((seed) => searched(surface, seed));

  test('is climbed higher than by as many, and as by twice as many draws at random', () => {
    const wins = (draws: number) =>
      seeds.filter((seed) => {
        const random = bestOf(drawn(surface, 'random', draws, seed + 1_000).map(surface.figureAt));
        return bestOf((searches[seed] as Observation[]).map(({ figure }) => figure)) >= random;
      }).length;
    expect(wins(LOOKS)).toBeGreaterThanOrEqual(18);
    expect(wins(2 * LOOKS)).toBeGreaterThanOrEqual(16);
  });

  test('is looked at once in each place', () => {
    for (const search of searches)
      expect(new Set(search.map(({ place }) => String(place))).size).toBe(search.length);
  });
});

test('the same observations and seed propose the same places, which are new and on the axes', () => {
  const axis = fc.record({ size: fc.integer({ min: 1, max: 60 }), isOrdered: fc.boolean() });
  const figure = fc.option(fc.double({ noNaN: true, min: -5, max: 5 }));
  fc.assert(
    fc.property(
      fc.array(axis, { minLength: 1, maxLength: 4 }),
      fc.array(figure, { maxLength: 40 }),
      fc.nat(1e6),
      (axes, figures, seed) => {
        const places = drawn({ axes, figureAt: () => null }, 'random', figures.length, seed);
        const observations = places.map((place, at) => ({ place, figure: figures[at] ?? null }));
        const search = { axes, observations, count: 7, seed, keyOf: String };
        const proposed = proposePlaces(search);
        expect(proposePlaces(search)).toEqual(proposed);
        const known = new Set(places.map(String));
        expect(new Set([...known, ...proposed.map(String)]).size).toBe(known.size + proposed.length);
        for (const place of proposed)
          place.forEach((at, number) => {
            expect(Number.isInteger(at) && at >= 0 && at < (axes[number]?.size ?? 0)).toBe(true);
          });
      },
    ),
    { numRuns: 100 },
  );
});

test('a space is searched to its end, and places that mean the same count once', () => {
  const axes = [...ordered(4), { size: 3, isOrdered: false }];
  const keyOf = ([number, word]: readonly number[]) => `${number},${Math.min(word as number, 1)}`;
  const observations = [{ place: [0, 2], figure: 1 }];
  const proposed = proposePlaces({ axes, observations, count: 50, seed: 1, keyOf });
  const keys = new Set(everyPlace([4, 3]).map(keyOf));
  expect(new Set([...proposed.map(keyOf), keyOf([0, 2])])).toEqual(keys);
  expect(proposed).toHaveLength(keys.size - 1);
});

test.each([[[3, 667]], [[29, 13, 7]]])('a space of %j places is searched to its end, too', (sizes) => {
  const axes = ordered(...sizes);
  const all = everyPlace(sizes).map((place, at) => ({ place, figure: at % 7 }));
  const observations = all.slice(0, 1_980);
  const count = Math.min(50, all.length - observations.length);
  const proposed = proposePlaces({ axes, observations, count, seed: 1, keyOf: String });
  expect(proposed).toHaveLength(count);
  const known = new Set(observations.map(({ place }) => String(place)));
  expect(new Set([...known, ...proposed.map(String)]).size).toBe(known.size + count);
});

test('what fails everywhere is searched all the same, away from what is known', () => {
  const observations = everyPlace([3, 60]).map((place) => ({ place, figure: null }));
  const proposed = proposePlaces({ axes: ordered(60, 60), observations, count: 10, seed: 3, keyOf: String });
  expect(proposed).toHaveLength(10);
  for (const [row] of proposed) expect(row).toBeGreaterThan(5);
});

test('the most that a study can have is searched in little time', () => {
  const axes = ordered(...new Array<number>(8).fill(2_000));
  const places = drawn({ axes, figureAt: () => null }, 'random', 1_950, 1);
  const observations = places.map((place, at) => ({ place, figure: at % 13 }));
  const before = performance.now();
  expect(proposePlaces({ axes, observations, count: 50, seed: 1, keyOf: String })).toHaveLength(50);
  expect(performance.now() - before).toBeLessThan(2_000);
});
