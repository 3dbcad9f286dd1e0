// Seeded random numbers: repeatable, even, and each order equally likely.
import { expect, test } from 'vitest';
import { seededRandom } from './random.ts';

test('the same seed gives the same numbers, another seed others', () => {
  const some = (seed: number) => {
    const random = seededRandom(seed);
    return Array.from({ length: 20 }, () => random.below(1_000_000));
  };
  expect(some(1)).toEqual(some(1));
  expect(some(1)).not.toEqual(some(2));
});

test('numbers are spread evenly below the limit', () => {
  const random = seededRandom(7);
  const counts = new Array<number>(10).fill(0);
  for (let draw = 0; draw < 10_000; draw++) {
    const found = random.below(10);
    counts[found] = (counts[found] as number) + 1;
  }
  for (const count of counts) expect(Math.abs(count - 1_000)).toBeLessThan(150);
});

test('an order has each number once, and all orders are equally likely', () => {
  const random = seededRandom(3);
  const counts = new Map<string, number>();
  for (let draw = 0; draw < 6_000; draw++) {
    const order = [...random.order(3)];
    expect(order.toSorted()).toEqual([0, 1, 2]);
    counts.set(order.join(), (counts.get(order.join()) ?? 0) + 1);
  }
  expect(counts.size).toBe(6);
  for (const count of counts.values()) expect(Math.abs(count - 1_000)).toBeLessThan(150);
  expect([...random.order(0)]).toEqual([]);
});
