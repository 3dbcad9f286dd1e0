// The handful of figures that decide whether a result is worth a closer look, with how each is written.
import { amount, percent, ratio, signedPercent } from '../../../lib/format.ts';

export const MAIN_FIGURES: readonly (readonly [
  key: string,
  label: string,
  write: (value: unknown) => string,
])[] = [
  ['total_return', 'Total return', signedPercent],
  ['cagr', 'CAGR', signedPercent],
  ['max_drawdown', 'Max drawdown', percent],
  ['sharpe_ratio', 'Sharpe', ratio],
  ['final_value', 'Final (USDT)', amount],
  ['fees_paid', 'Fees (USDT)', amount],
];
