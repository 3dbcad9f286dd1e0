// The code of conditions and scores: each is a table with a row per bar and a column per coin.
import type { Period, Score, Signal } from '../idea/idea.ts';
import type { Piece } from './code.ts';

/** In bars of the chat's interval. */
export type BarsOf = (period: Period | undefined) => number;

const function_ = (name: string, ...lines: readonly string[]): readonly string[] => [
  `def ${name}(candles):`,
  ...lines.map((line) => `    ${line}`),
];

const BETWEEN = [
  'def between(candles, begins, ends):',
  '    # True from where it begins to where it ends.',
  '    state = candles.close * float("nan")',
  '    return state.mask(begins, 1.0).mask(ends, 0.0).ffill() == 1.0',
];

type Code<Kind extends Signal['kind']> = (signal: Extract<Signal, { kind: Kind }>, bars: BarsOf) => Piece;

const share = (value: number): string => String(Number(value.toFixed(6)));

const SIGNALS: { readonly [Kind in Signal['kind']]: Code<Kind> } = {
  change: ({ period, over, isLess }, bars) => ({
    constants: [
      `CHANGE_BARS = ${bars(period)}  # over which a coin must have ${isLess ? 'fallen' : 'risen'}`,
      ...(over === 0 ? [] : [`CHANGE = ${share(over)}  # ${isLess ? 'or less' : 'more than this'}`]),
    ],
    functions: [
      function_(
        isLess ? 'has_fallen' : 'has_risen',
        `return rate_of_change(candles.close, CHANGE_BARS) ${isLess ? '<' : '>'} ${over === 0 ? '0' : 'CHANGE'}`,
      ),
    ],
    call: `${isLess ? 'has_fallen' : 'has_risen'}(candles)`,
  }),
  average: ({ period, fast, isExponential, isBelow }, bars) => {
    const name = isExponential ? 'ema' : 'sma';
    const compared = isBelow ? '<' : '>';
    return {
      constants: [
        ...(fast ? [`FAST = ${bars(fast)}  # bars of the fast average`] : []),
        `${fast ? 'SLOW' : 'AVERAGE'} = ${bars(period)}  # bars of the ${fast ? 'slow ' : ''}average`,
      ],
      functions: [
        fast
          ? function_(
              'trends_up',
              `return ${name}(candles.close, FAST) ${compared} ${name}(candles.close, SLOW)`,
            )
          : function_(
              isBelow ? 'is_below_average' : 'is_above_average',
              `return candles.close ${compared} ${name}(candles.close, AVERAGE)`,
            ),
      ],
      call: fast ? 'trends_up(candles)' : `${isBelow ? 'is_below_average' : 'is_above_average'}(candles)`,
    };
  },
  breakout: ({ period, exit }, bars) => ({
    constants: [
      `ENTRY = ${bars(period)}  # bars of the high that is broken`,
      `EXIT = ${bars(exit)}  # bars of the low at which it is sold`,
    ],
    functions: [
      BETWEEN,
      function_(
        'has_broken_out',
        '# A channel includes its own bar, so a breakout is measured against the channel of the bar before.',
        'highest = donchian_channel(candles, ENTRY).upper.shift(1)',
        'lowest = donchian_channel(candles, EXIT).lower.shift(1)',
        'return between(candles, candles.close > highest, candles.close < lowest)',
      ),
    ],
    call: 'has_broken_out(candles)',
  }),
  rsi: ({ period, below, above }, bars) => ({
    constants: [
      `RSI_BARS = ${bars(period)}`,
      `OVERSOLD = ${below}  # bought below`,
      `RECOVERED = ${above}  # sold above`,
    ],
    functions: [
      BETWEEN,
      function_(
        'recovers',
        'strength = rsi(candles.close, RSI_BARS)',
        'return between(candles, strength < OVERSOLD, strength > RECOVERED)',
      ),
    ],
    call: 'recovers(candles)',
  }),
  'rsi-level': ({ period, level, isBelow }, bars) => ({
    constants: [
      `RSI_BARS = ${bars(period)}`,
      `RSI_LEVEL = ${level}  # held while the index is ${isBelow ? 'below' : 'above'}`,
    ],
    functions: [
      function_('is_strong', `return rsi(candles.close, RSI_BARS) ${isBelow ? '<' : '>'} RSI_LEVEL`),
    ],
    call: 'is_strong(candles)',
  }),
  reversion: ({ period, deviations, exit = 0 }, bars) => ({
    constants: [
      `WINDOW = ${bars(period)}  # bars of the average`,
      `ENTRY_DEVIATIONS = -${deviations}  # standard deviations from it, below which a coin is bought`,
      `EXIT_DEVIATIONS = ${exit}  # and above which it is sold`,
    ],
    functions: [
      BETWEEN,
      function_(
        'reverts',
        'distance = zscore(candles.close, WINDOW)',
        'return between(candles, distance < ENTRY_DEVIATIONS, distance > EXIT_DEVIATIONS)',
      ),
    ],
    call: 'reverts(candles)',
  }),
  macd: ({ isZeroLine, isBelow }) => {
    const name = isBelow ? 'macd_is_down' : 'macd_is_up';
    const line = isZeroLine ? 'macd' : 'histogram';
    return {
      functions: [function_(name, `return macd(candles.close).${line} ${isBelow ? '<' : '>'} 0`)],
      call: `${name}(candles)`,
    };
  },
  'range-middle': ({ period }, bars) => ({
    constants: [`RANGE = ${bars(period)}  # bars of the range`],
    functions: [
      function_('is_in_upper_half', 'return candles.close > donchian_channel(candles, RANGE).middle'),
    ],
    call: 'is_in_upper_half(candles)',
  }),
  'from-high': ({ period, share: fall, isNear }, bars) => ({
    constants: [
      `HIGH_BARS = ${bars(period)}  # of the highest close`,
      `DISTANCE = ${share(fall)}  # below it, ${isNear ? 'at most' : 'at least'}`,
    ],
    functions: [
      function_(
        isNear ? 'is_near_high' : 'has_dipped',
        'highest = candles.close.rolling(HIGH_BARS, min_periods=1).max()',
        `return candles.close ${isNear ? '>=' : '<='} (1 - DISTANCE) * highest`,
      ),
    ],
    call: `${isNear ? 'is_near_high' : 'has_dipped'}(candles)`,
  }),
  volume: ({ period }, bars) => ({
    constants: [`VOLUME_BARS = ${bars(period)}  # of the average volume`],
    functions: [function_('is_busy', 'return candles.volume > sma(candles.volume, VOLUME_BARS)')],
    call: 'is_busy(candles)',
  }),
};

export const signalPiece = (signal: Signal, bars: BarsOf): Piece =>
  (SIGNALS[signal.kind] as Code<Signal['kind']>)(signal as never, bars);

type ScoreCode = { readonly constant: string; readonly lines: readonly string[] };

const SCORES: Readonly<Record<Score['kind'], ScoreCode>> = {
  momentum: { constant: 'of the momentum', lines: ['return rate_of_change(candles.close, SCORE_BARS)'] },
  volatility: { constant: 'of the volatility', lines: ['return volatility(candles.close, SCORE_BARS)'] },
  ratio: {
    constant: 'of the return and its volatility',
    lines: [
      'risk = volatility(candles.close, SCORE_BARS)',
      'return rate_of_change(candles.close, SCORE_BARS) / risk.where(risk > 0)',
    ],
  },
  rsi: { constant: 'of the relative strength index', lines: ['return rsi(candles.close, SCORE_BARS)'] },
  distance: {
    constant: 'of the average',
    lines: ['return candles.close / sma(candles.close, SCORE_BARS) - 1'],
  },
  volume: {
    constant: 'of the average volume',
    lines: [
      '# In USDT, so that coins can be compared.',
      'return sma(candles.volume * candles.close, SCORE_BARS)',
    ],
  },
  nearness: {
    constant: 'of the high',
    lines: [
      '# 1 at the highest close, less below it.',
      'return candles.close / candles.close.rolling(SCORE_BARS).max()',
    ],
  },
};

export const scorePiece = ({ kind, period }: Score, bars: BarsOf): Piece => ({
  constants: [`SCORE_BARS = ${bars(period)}  # bars ${SCORES[kind].constant}`],
  functions: [function_('score', ...SCORES[kind].lines)],
  call: 'score(candles)',
});
