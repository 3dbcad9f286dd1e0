// A lonely peak scores low, even ground its own height, and a point without neighbours nothing.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { gridNeighbours, nearestNeighbours, plateauScores } from './plateau.ts';

const ordered = (size: number) => ({ size, isOrdered: true });
const words = (size: number) => ({ size, isOrdered: false });
const grid = (rows: number, columns: number) =>
  Array.from({ length: rows * columns }, (_, index) => [Math.floor(index / columns), index % columns]);

describe('neighbours on a grid', () => {
  test('are one step away on each axis, diagonals included', () => {
    const found = gridNeighbours(grid(3, 3), [ordered(3), ordered(3)]);
    expect(found[4]?.toSorted()).toEqual([0, 1, 2, 3, 5, 6, 7, 8]);
    expect(found[0]?.toSorted()).toEqual([1, 3, 4]);
  });

  test('have the same word: words have no distance', () => {
    expect(gridNeighbours(grid(2, 2), [words(2), ordered(2)])).toEqual([[1], [0], [3], [2]]);
    expect(gridNeighbours([[0], [1]], [words(2)])).toEqual([[], []]);
  });
});

describe('neighbours of drawn points', () => {
  test('are the nearest two for each axis, whose lengths count alike', () => {
    const points = [
      [0, 0],
      [100, 0],
      [0, 1],
      [300, 0],
      [990, 9],
    ];
    // A tenth of the way on either axis is as far.
    expect(nearestNeighbours(points, [ordered(1_001), ordered(11)])[0]).toEqual([1, 2, 3, 4]);
    expect(nearestNeighbours([[0], [5], [6], [9]], [ordered(10)])[3]).toEqual([2, 1]);
  });

  test('have the same word', () => {
    expect(
      nearestNeighbours(
        [
          [0, 1],
          [1, 1],
          [0, 7],
        ],
        [words(2), ordered(9)],
      ),
    ).toEqual([[2], [], [0]]);
  });

  test('are never the point itself, and no more than there are', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.nat(20), fc.nat(20)), { maxLength: 40 }), (points) => {
        const found = nearestNeighbours(points, [ordered(21), ordered(21)]);
        expect(found.every((near, place) => !near.includes(place))).toBe(true);
        expect(found.every((near) => near.length === Math.min(4, points.length - 1))).toBe(true);
      }),
    );
  });
});

describe('the plateau score', () => {
  const near = gridNeighbours(grid(3, 3), [ordered(3), ordered(3)]);

  test('of even ground is its height', () => {
    expect(plateauScores(new Array(9).fill(1.5), near)[4]).toBeCloseTo(1.5, 12);
  });

  test('of a lonely peak is below that of lower, even ground', () => {
    const peak = [0, 0, 0, 0, 3, 0, 0, 0, 0];
    // Mean 1/3, deviation √(8/9).
    expect(plateauScores(peak, near)[4]).toBeCloseTo(1 / 3 - Math.sqrt(8 / 9), 12);
    expect(plateauScores(new Array(9).fill(0.4), near)[4]).toBeGreaterThan(
      plateauScores(peak, near)[4] as number,
    );
  });

  test('counts the other way round where less is better', () => {
    expect(plateauScores([0, 0, 0, 0, 3, 0, 0, 0, 0], near, true)[4]).toBeCloseTo(
      1 / 3 + Math.sqrt(8 / 9),
      12,
    );
  });

  test('leaves out neighbours without the figure, and is null without any', () => {
    expect(plateauScores([1, null, 3], [[1, 2], [0], [1]])).toEqual([1, null, null]);
    expect(plateauScores([1], [[]])).toEqual([null]);
  });
});
