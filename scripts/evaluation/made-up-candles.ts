// Made-up daily candles with regimes in which strategies must differ: a rise, a crash, a flat time, a turn, a slow fall.
import type { TradingSettings } from '@tradeium/contracts';
import { columnOf, type Panel, PRICE_FIELDS } from '../../services/backtest/src/candles/panel.ts';

const DAY_MS = 86_400_000;
const BEGIN_MS = Date.parse('2020-01-01');
export const FIRST_BAR = 250;

/** The drift of a day, coin by coin, and how much it swings around it. */
const COINS = {
  BTC: { rise: 0.005, turn: -0.003, noise: 0.012 },
  ETH: { rise: 0.0035, turn: -0.002, noise: 0.018 },
  BNB: { rise: 0.002, turn: -0.001, noise: 0.02 },
  XRP: { rise: -0.0025, turn: 0.0035, noise: 0.02 },
  ADA: { rise: 0, turn: 0.005, noise: 0.05 },
  LTC: { rise: 0.001, turn: 0.002, noise: 0.008 },
} as const;
type Coin = keyof typeof COINS;
const NAMES = Object.keys(COINS) as Coin[];

/** Days of each regime, from the first bar on. */
export const REGIMES = {
  rise: [0, 200],
  crash: [200, 215],
  flat: [215, 395],
  turn: [395, 575],
  fall: [575, 750],
} as const;
export type Regime = keyof typeof REGIMES;

const BARS = FIRST_BAR + REGIMES.fall[1];
const CRASH = -0.04;
const FALL = -0.004;
const WAVE = { height: 0.12, days: 30 };

/** Mulberry32: the same numbers on every machine. */
const randomOf = (seed: number) => {
  let state = seed;
  return (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
};

const regimeOf = (day: number): Regime | undefined =>
  (Object.keys(REGIMES) as Regime[]).find((name) => day >= REGIMES[name][0] && day < REGIMES[name][1]);

const wave = (day: number, shift: number): number =>
  WAVE.height * Math.sin((2 * Math.PI * (day + shift)) / WAVE.days);

const change = (coin: Coin, day: number): number => {
  switch (regimeOf(day)) {
    case 'rise':
      return COINS[coin].rise;
    case 'crash':
      return CRASH;
    case 'flat': {
      // Each coin swings at another time, so that there is always one to buy.
      const shift = NAMES.indexOf(coin) * 5;
      return wave(day + 1, shift) - wave(day, shift);
    }
    case 'turn':
      return COINS[coin].turn;
    case 'fall':
      return FALL;
    default:
      return 0;
  }
};

/** Chance must not hide a fall, nor the swings of a flat time. */
const chanceIn = (name: Regime | undefined): number =>
  name === 'crash' || name === 'flat' || name === 'fall' ? 0.2 : 1;

const closesOf = (coin: Coin): Float64Array => {
  const random = randomOf(NAMES.indexOf(coin) + 1);
  const normal = () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
  let level = Math.log(100);
  return Float64Array.from({ length: BARS }, (_, bar) => {
    const day = bar - FIRST_BAR;
    level += change(coin, day) + chanceIn(regimeOf(day)) * COINS[coin].noise * normal();
    return Math.exp(level);
  });
};

/** The closes of each coin, from long before the first bar on. */
export const madeUpCloses = (): ReadonlyMap<string, Float64Array> =>
  new Map(NAMES.map((coin) => [coin, closesOf(coin)]));

/** The candles of all coins; each bar opens at the close before it. */
export const madeUpCandles = (): Panel => {
  const columns = new Map<string, Float64Array>();
  for (const coin of NAMES) {
    const close = closesOf(coin);
    const open = Float64Array.from(close, (value, bar) => close[bar - 1] ?? value);
    const candles = {
      open,
      high: close.map((value, bar) => Math.max(value, open[bar] as number) * 1.002),
      low: close.map((value, bar) => Math.min(value, open[bar] as number) * 0.998),
      close,
      volume: new Float64Array(BARS).fill(1_000),
    };
    for (const field of PRICE_FIELDS) columns.set(columnOf(coin, field), candles[field]);
  }
  return {
    timeframe: '24h',
    coins: NAMES,
    timestamps: Float64Array.from({ length: BARS }, (_, bar) => BEGIN_MS + bar * DAY_MS),
    firstBar: FIRST_BAR,
    columns,
    filled: new Map(NAMES.map((coin) => [coin, new Uint8Array(BARS)])),
    filledCandles: 0,
    syntheticCandles: 0,
    syntheticWarmUp: [],
  };
};

const dayOf = (bar: number): string => new Date(BEGIN_MS + bar * DAY_MS).toISOString().slice(0, 10);

export const SETTINGS: TradingSettings = {
  portfolio: ['USDT', ...NAMES],
  timeframe: '24h',
  fees: 0.001,
  start_date: dayOf(FIRST_BAR),
  end_date: dayOf(BARS - 1),
};
