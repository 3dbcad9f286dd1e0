// The candles and decisions of the live window, from the files that backtest computed.
import { TIMEFRAME_MS, type Timeframe } from '@tradeium/contracts';
import { type Table, tableFromIPC } from 'apache-arrow';

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

const floats = (table: Table, name: string): Float64Array => {
  const column = table.getChild(name)?.toArray();
  if (!(column instanceof Float64Array)) throw new Error(`file without a column ${name}`);
  return column;
};

const rowOf = (columns: readonly (readonly [string, Float64Array])[], bar: number): ByCoin =>
  Object.fromEntries(columns.map(([coin, column]) => [coin, column[bar] as number]));

/** The bars that open at `fromMs` or later, or are under way then. */
export const twinMarket = (
  files: { readonly candles: Uint8Array; readonly weights: Uint8Array },
  coins: readonly string[],
  { timeframe, fromMs }: { readonly timeframe: Timeframe; readonly fromMs: number },
): TwinBar[] => {
  const [candles, weights] = [tableFromIPC(files.candles), tableFromIPC(files.weights)];
  if (weights.numRows !== candles.numRows) throw new Error('weights and candles are of different bars');
  const times = candles.getChild('timestamp')?.toArray() as BigInt64Array;
  const barMs = TIMEFRAME_MS[timeframe];
  const prices = (field: 'open' | 'close') =>
    coins.map((coin) => [coin, floats(candles, columnOf(coin, field))] as const);
  const [opens, closes] = [prices('open'), prices('close')];
  const decided = coins.map((coin) => [coin, floats(weights, coin)] as const);
  const bars: TwinBar[] = [];
  for (let bar = candles.numRows - 1; bar >= 0; bar -= 1) {
    const openMs = Number(times[bar]);
    if (!(openMs + barMs > fromMs)) break;
    const targets = bar === 0 ? {} : rowOf(decided, bar - 1);
    bars.push({
      openMs,
      closeMs: openMs + barMs,
      opens: rowOf(opens, bar),
      closes: rowOf(closes, bar),
      targets: bar === 0 || Object.values(targets).some(Number.isNaN) ? null : targets,
    });
  }
  return bars.reverse();
};
