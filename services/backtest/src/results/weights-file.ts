// Reads the weights that the strategy runner wrote, and checks again that the engine may trade them.
import { tableFromIPC } from 'apache-arrow';
import type { Panel } from '../candles/panel.ts';

/** Decisions as bars × coins, row by row, warm-up bars included; throws when they do not fit the panel. */
export const decodeWeights = (bytes: Uint8Array, panel: Panel): Float64Array => {
  const table = tableFromIPC(bytes);
  const bars = panel.timestamps.length;
  const coins = panel.coins.length;
  if (table.numRows !== bars) throw new Error(`weights have ${table.numRows} rows, the candles ${bars}`);
  const weights = new Float64Array(bars * coins);
  panel.coins.forEach((coin, index) => {
    const column = table.getChild(coin)?.toArray();
    if (!(column instanceof Float64Array)) throw new Error(`weights without a column ${coin}`);
    for (let bar = 0; bar < bars; bar += 1) weights[bar * coins + index] = column[bar] as number;
  });
  return weights;
};
