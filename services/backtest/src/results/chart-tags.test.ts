// Tags keep their place while there is room, and otherwise move apart without changing their order.
import { describe, expect, it } from 'vitest';
import { spreadOut, TAG_HEIGHT } from './chart-tags.ts';

const placed = (...ys: number[]) =>
  spreadOut(ys.map((y) => ({ y, text: `${y}`, color: '#000000' }))).map(({ y, text }) => [Number(text), y]);

describe('tags', () => {
  it('stay where they are when they do not touch', () => {
    expect(placed(100, 300, 200)).toEqual([
      [100, 100],
      [200, 200],
      [300, 300],
    ]);
  });

  it('of the same value stand around it', () => {
    expect(placed(100, 100, 100)).toEqual([
      [100, 72],
      [100, 100],
      [100, 128],
    ]);
  });

  it('never overlap and keep their order, however they push one another', () => {
    for (let step = 0; step < 200; step++) {
      const found = placed(100 + (step % 7) * 9, 100 + (step % 11) * 8, 100 + (step % 13) * 7);
      for (let at = 1; at < found.length; at++) {
        const [above, below] = [found[at - 1] as number[], found[at] as number[]];
        expect(below[0]).toBeGreaterThanOrEqual(above[0] as number);
        expect((below[1] as number) - (above[1] as number)).toBeGreaterThan(TAG_HEIGHT);
      }
    }
  });
});
