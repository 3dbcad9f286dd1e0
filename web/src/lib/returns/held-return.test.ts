// A return is green only where it beats holding, and red only where it loses more.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { someFolder } from '../../testing/samples.ts';
import { heldOf, heldOfFacts, returnTone, returnWords } from './held-return.ts';

const BTC = { name: 'BTC', totalReturn: 0.982 };
const share = fc.double({ min: -1, max: 50, noNaN: true });

describe('the words', () => {
  test('have what holding would have returned next to the return', () => {
    expect(returnWords(0.09, BTC)).toBe('+9.00\u202F%, holding BTC +98.20\u202F%');
    expect(returnWords(-0.5, { name: 'all coins equally', totalReturn: 0 })).toBe(
      '−50.00\u202F%, holding all coins equally 0.00\u202F%',
    );
  });

  test('are the return alone for a result that does not know it', () => {
    expect(returnWords(0.09, null)).toBe('+9.00\u202F%');
    expect(returnWords(null, null)).toBe('—');
  });

  test('name the only coin, or all of them', () => {
    expect(heldOf(['USDT', 'ETH'], 0.1)).toEqual({ name: 'ETH', totalReturn: 0.1 });
    expect(heldOf(['USDT', 'BTC', 'ETH'], 0.1)?.name).toBe('all coins equally');
    const { result } = someFolder('r', 'r', { benchmark_return: null });
    expect(result && heldOfFacts(result)).toBeNull();
  });
});

describe('the colour', () => {
  test.each([
    ['a gain that beats holding', 0.2, 0.1, 'gain'],
    ['a gain that does not', 0.09, 0.982, undefined],
    ['a gain where holding lost', 0.01, -0.3, 'gain'],
    ['a loss that holding does not have', -0.1, 0.2, 'loss'],
    ['a loss that is smaller than that of holding', -0.1, -0.4, undefined],
    ['returns that are written alike', 0.100001, 0.1, undefined],
    ['nothing', 0, -0.2, undefined],
    ['a gain next to nothing', 0.5, null, undefined],
    ['a loss next to nothing', -0.5, undefined, undefined],
    ['no return', null, 0.1, undefined],
  ])('%s', (_, own, held, tone) => {
    expect(returnTone(own, held)).toBe(tone);
  });

  test('is green for no loss and for nothing that holding beats', () => {
    fc.assert(
      fc.property(share, share, (own, held) => {
        const tone = returnTone(own, held);
        if (tone === 'gain') expect(own > 0 && own > held).toBe(true);
        if (tone === 'loss') expect(own < 0 && own < held).toBe(true);
      }),
    );
  });
});
