// Each coin's actual share of the portfolio, bar by bar: targets drift with the prices until the next rebalance.
import type { Holdings } from './coin-statistics.ts';

/** A rest that only rounding leaves of a whole. */
const ROUNDING_NOISE = 1e-12;

/**
 * The weights held at each bar's close: bars × (coins + 1), row by row, USDT last. `value` is the portfolio's at each
 * close; where nothing is left of it, all is USDT.
 */
export const holdingWeights = ({ coins, close, fills }: Holdings, value: Float64Array): Float64Array => {
  const count = coins.length;
  const weights = new Float64Array(value.length * (count + 1));
  const units = new Float64Array(count);
  let next = 0;
  let at = 0;
  for (let bar = 0; bar < value.length; bar++) {
    for (; fills.bar[next] === bar; next++) units[fills.coin[next] as number] = fills.held[next] as number;
    const whole = value[bar] as number;
    let cash = 1;
    for (let coin = 0; coin < count; coin++) {
      const worth = (units[coin] as number) * (close[bar * count + coin] as number);
      const weight = whole > 0 ? worth / whole : 0;
      weights[at++] = weight;
      cash -= weight;
    }
    weights[at++] = cash < ROUNDING_NOISE ? 0 : cash;
  }
  return weights;
};
