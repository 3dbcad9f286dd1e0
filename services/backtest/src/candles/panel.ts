// The candles of one run: several coins on one time axis, warm-up included, as the strategy and the engine read them.
import { firstOpenFrom, TIMEFRAME_MS, type Timeframe, WARM_UP_DAYS } from '@tradeium/contracts';
import {
  Field,
  Float64,
  Int64,
  makeData,
  makeVector,
  RecordBatch,
  Schema,
  Struct,
  Table,
  tableFromIPC,
  tableToIPC,
  Uint8,
} from 'apache-arrow';
import { z } from 'zod';
import type { CandleSeries } from './series.ts';

export const PRICE_FIELDS = ['open', 'high', 'low', 'close', 'volume'] as const;
export type PriceField = (typeof PRICE_FIELDS)[number];

const syntheticSpan = z.object({
  coin: z.string(),
  candles: z.number(),
  /** When the last of them closes, ms UTC. */
  until_ms: z.number(),
});
type SyntheticCandles = Readonly<z.infer<typeof syntheticSpan>>;

export type Panel = {
  readonly timeframe: Timeframe;
  readonly coins: readonly string[];
  /** Bar opens, ms UTC. */
  readonly timestamps: Float64Array;
  /** Index of the first bar of the backtest; the bars before are warm-up. */
  readonly firstBar: number;
  /** By coin and field, one value per bar; NaN before the coin was listed. */
  readonly columns: ReadonlyMap<string, Float64Array>;
  /** By coin, 1 at each filled candle. */
  readonly filled: ReadonlyMap<string, Uint8Array>;
  /** Filled candles in the backtest's range, over all coins. */
  readonly filledCandles: number;
  /** Synthetic candles in the backtest's range, over all coins. */
  readonly syntheticCandles: number;
  /** Synthetic candles in the warm-up, for each coin that has any. */
  readonly syntheticWarmUp: readonly SyntheticCandles[];
};

/** The name of one coin's column. */
export const columnOf = (coin: string, field: PriceField): string => `${coin}.${field}`;
const filledColumnOf = (coin: string): string => `${coin}.filled`;

const DAY_MS = 86_400_000;

const sum = (flags: Uint8Array): number => flags.reduce((total, flag) => total + flag, 0);

/** The made-up bars of a series before the bar `first`, as far back as `from`. */
const syntheticBefore = (
  { coin, timeframe, timestamp, synthetic }: CandleSeries,
  from: number,
  first: number,
): SyntheticCandles[] => {
  const flags = synthetic.subarray(from, Math.max(from, first));
  const last = flags.lastIndexOf(1);
  if (last === -1) return [];
  const until_ms = (timestamp[from + last] as number) + TIMEFRAME_MS[timeframe];
  return [{ coin, candles: sum(flags), until_ms }];
};

/**
 * Puts series on one axis that starts up to 400 days before `fromMs` (as far as any coin reaches) and ends before
 * `untilMs`. Every series must cover the range from `fromMs` on; before its first candle a coin is NaN.
 */
export const panelOf = (series: readonly CandleSeries[], fromMs: number, untilMs: number): Panel => {
  const timeframe = series[0]?.timeframe ?? '24h';
  const length = TIMEFRAME_MS[timeframe];
  const firstMs = firstOpenFrom(timeframe, fromMs);
  const earliestMs = Math.min(...series.map(({ timestamp }) => timestamp[0] ?? Number.POSITIVE_INFINITY));
  const startMs = Math.max(earliestMs, firstOpenFrom(timeframe, firstMs - WARM_UP_DAYS * DAY_MS));
  const bars = Math.max(0, Math.ceil((untilMs - startMs) / length));
  const firstBar = Math.round((firstMs - startMs) / length);
  const timestamps = Float64Array.from({ length: bars }, (_, bar) => startMs + bar * length);
  const columns = new Map<string, Float64Array>();
  const filled = new Map<string, Uint8Array>();
  const syntheticWarmUp: SyntheticCandles[] = [];
  let filledCandles = 0;
  let syntheticCandles = 0;
  for (const one of series) {
    const offset = Math.round((startMs - (one.timestamp[0] ?? 0)) / length);
    const from = Math.max(0, offset);
    for (const field of PRICE_FIELDS) {
      const column = new Float64Array(bars).fill(Number.NaN);
      column.set(one[field].subarray(from, offset + bars), from - offset);
      columns.set(columnOf(one.coin, field), column);
    }
    const flags = new Uint8Array(bars);
    flags.set(one.filled.subarray(from, offset + bars), from - offset);
    filled.set(one.coin, flags);
    syntheticWarmUp.push(...syntheticBefore(one, from, offset + firstBar));
    filledCandles += sum(one.filled.subarray(offset + firstBar, offset + bars));
    syntheticCandles += sum(one.synthetic.subarray(offset + firstBar, offset + bars));
  }
  return {
    timeframe,
    coins: series.map(({ coin }) => coin),
    timestamps,
    firstBar,
    columns,
    filled,
    filledCandles,
    syntheticCandles,
    syntheticWarmUp,
  };
};

/** The panel as an uncompressed Arrow file, the form in which the strategy runner maps it into memory. */
export const encodePanel = (panel: Panel): Uint8Array => {
  const timestamps = BigInt64Array.from(panel.timestamps, (ms) => BigInt(ms));
  const vectors = [
    makeVector(timestamps),
    ...[...panel.columns.values()].map((column) => makeVector(column)),
    ...[...panel.filled.values()].map((column) => makeVector(column)),
  ];
  const fields = [
    new Field('timestamp', new Int64(), false),
    ...[...panel.columns.keys()].map((name) => new Field(name, new Float64(), false)),
    ...[...panel.filled.keys()].map((coin) => new Field(filledColumnOf(coin), new Uint8(), false)),
  ];
  const metadata = new Map([
    ['interval', panel.timeframe],
    ['coins', panel.coins.join(',')],
    ['first_bar', String(panel.firstBar)],
    ['filled_candles', String(panel.filledCandles)],
    ['synthetic_candles', String(panel.syntheticCandles)],
    ['synthetic_warm_up', JSON.stringify(panel.syntheticWarmUp)],
  ]);
  const schema = new Schema(fields, metadata);
  const data = makeData({
    type: new Struct(fields),
    length: panel.timestamps.length,
    nullCount: 0,
    children: vectors.map((vector) => vector.data[0] as never),
  });
  return tableToIPC(new Table(schema, [new RecordBatch(schema, data)]), 'file');
};

/** Reads a panel back from its Arrow file. */
export const decodePanel = (bytes: Uint8Array): Panel => {
  const table = tableFromIPC(bytes);
  const { metadata } = table.schema;
  const column = (name: string): Float64Array => {
    const values = table.getChild(name)?.toArray();
    if (!(values instanceof Float64Array)) throw new Error(`candle panel without a column ${name}`);
    return values;
  };
  const coins = (metadata.get('coins') ?? '').split(',');
  const names = coins.flatMap((coin) => PRICE_FIELDS.map((field) => columnOf(coin, field)));
  const flagsOf = (coin: string): Uint8Array => table.getChild(filledColumnOf(coin))?.toArray();
  return {
    timeframe: metadata.get('interval') as Timeframe,
    coins,
    timestamps: Float64Array.from(table.getChild('timestamp')?.toArray() as BigInt64Array, Number),
    firstBar: Number(metadata.get('first_bar')),
    columns: new Map(names.map((name) => [name, column(name)])),
    filled: new Map(coins.map((coin) => [coin, flagsOf(coin)])),
    filledCandles: Number(metadata.get('filled_candles')),
    syntheticCandles: Number(metadata.get('synthetic_candles')),
    syntheticWarmUp: z.array(syntheticSpan).parse(JSON.parse(metadata.get('synthetic_warm_up') ?? '')),
  };
};

/** How many bars of the warm-up have made-up prices, over all coins. */
export const syntheticWarmUpCandles = (spans: Panel['syntheticWarmUp']): number =>
  spans.reduce((total, { candles }) => total + candles, 0);

/** One field of all coins as a matrix, row by row: bars × coins. */
export const matrixOf = (panel: Panel, field: PriceField, fromBar: number): Float64Array => {
  const coins = panel.coins.length;
  const bars = panel.timestamps.length - fromBar;
  const matrix = new Float64Array(bars * coins);
  panel.coins.forEach((coin, index) => {
    const column = panel.columns.get(columnOf(coin, field)) as Float64Array;
    for (let bar = 0; bar < bars; bar += 1) matrix[bar * coins + index] = column[fromBar + bar] as number;
  });
  return matrix;
};
