// Places a strategy's decisions in time, and gives the target weights in force during each bar.

/**
 * Turns decisions (known at the close of bar t) into targets (traded at the open of bar t + 1).
 * `decisions` is bars × coins, row by row, warm-up bars included; `firstBar` is the number of warm-up bars.
 * The result has a row for each bar from `firstBar` on: the last warm-up bar's decision is traded at the
 * first bar's open; without warm-up the first row is NaN, so that all stays in cash until the second bar.
 */
export const targetsFromDecisions = (
  decisions: Float64Array,
  bars: number,
  coins: number,
  firstBar: number,
): Float64Array => {
  if (decisions.length !== bars * coins) {
    throw new RangeError(`decisions has ${decisions.length} cells, not ${bars} bars × ${coins} coins`);
  }
  if (!(Number.isInteger(firstBar) && firstBar >= 0 && firstBar < bars)) {
    throw new RangeError(`firstBar is ${firstBar}, not one of ${bars} bars`);
  }
  const targets = new Float64Array((bars - firstBar) * coins);
  const warm = firstBar > 0;
  if (!warm) targets.fill(Number.NaN, 0, coins);
  const known = decisions.subarray(warm ? (firstBar - 1) * coins : 0, (bars - 1) * coins);
  targets.set(known, warm ? 0 : coins);
  return targets;
};

/**
 * The target weights in force during each bar: bars × (coins + 1), row by row, USDT last.
 * Before the first trade, all is USDT. `targetRow` comes from the simulation of the same `targets`.
 */
export const weightsInForce = (targets: Float64Array, targetRow: Int32Array, coins: number): Float64Array => {
  const width = coins + 1;
  const weights = new Float64Array(targetRow.length * width);
  for (let bar = 0; bar < targetRow.length; bar++) {
    const from = (targetRow[bar] as number) * coins;
    let cash = 1;
    if (from >= 0) {
      for (let coin = 0; coin < coins; coin++) {
        const weight = targets[from + coin] as number;
        weights[bar * width + coin] = weight;
        cash -= weight;
      }
    }
    weights[bar * width + coins] = cashWeight(cash);
  }
  return weights;
};

/** The rest for USDT, without the dust that sums like 0.1 + 0.2 + 0.7 leave behind. */
const cashWeight = (rest: number): number => Math.max(Math.round(rest * 1e12) / 1e12, 0);
