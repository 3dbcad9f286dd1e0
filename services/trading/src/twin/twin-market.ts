// The candles and decisions of the live window, from the files that backtest computed.
import { TIMEFRAME_MS, type Timeframe } from '@tradeium/contracts';
import { tableFromIPC } from 'apache-arrow';

type ByCoin = Readonly<Record<string, number>>;

export type TwinBar = {
  readonly openMs: number;
  readonly closeMs: number;
  readonly opens: ByCoin;
  readonly closes: ByCoin;
  /** The weights that were decided at the close before; null when there were none. */
  readonly targets: ByCoin | null;
};

/** Names of the files' columns, as backtest writes them. */
const columnOf = (coin: string, field: 'open' | 'close'): string => `${coin}.${field}`;

/** The bars that open at `fromMs` or later, or are under way then. */
export const twinMarket = (
  files: { readonly candles: Uint8Array; readonly weights: Uint8Array },
  coins: readonly string[],
  { timeframe, fromMs }: { readonly timeframe: Timeframe; readonly fromMs: number },
): TwinBar[] => {
  const [candles, weights] = [tableFromIPC(files.candles), tableFromIPC(files.weights)];
  if (weights.numRows !== candles.numRows) throw new Error('weights and candles are of different bars');
  const times = candles.getChild('timestamp');
  const barMs = TIMEFRAME_MS[timeframe];
  const columns = (table: typeof candles, nameOf: (coin: string) => string) =>
    coins.map((coin) => [coin, table.getChild(nameOf(coin))] as const);
  const [opens, closes] = [
    columns(candles, (coin) => columnOf(coin, 'open')),
    columns(candles, (coin) => columnOf(coin, 'close')),
  ];
  const decided = columns(weights, (coin) => coin);
  const row = (cells: typeof opens, bar: number): ByCoin =>
    Object.fromEntries(cells.map(([coin, column]) => [coin, Number(column?.get(bar) ?? Number.NaN)]));
  const bars: TwinBar[] = [];
  for (let bar = candles.numRows - 1; bar >= 0; bar -= 1) {
    const openMs = Number(times?.get(bar));
    if (!(openMs + barMs > fromMs)) break;
    const targets = bar === 0 ? {} : row(decided, bar - 1);
    bars.push({
      openMs,
      closeMs: openMs + barMs,
      opens: row(opens, bar),
      closes: row(closes, bar),
      targets: bar === 0 || Object.values(targets).some(Number.isNaN) ? null : targets,
    });
  }
  return bars.reverse();
};
