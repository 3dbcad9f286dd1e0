// The code of the condition on the market, one value per bar, and of what it does to the weights.
import type { Filter } from '../idea/idea.ts';
import type { Piece } from './code.ts';
import type { BarsOf } from './signal-code.ts';

const ALL = [
  'def market(candles):',
  '    # All coins in equal parts, from 1 on.',
  '    return (1 + candles.close.pct_change(fill_method=None).mean(axis=1).fillna(0.0)).cumprod()',
];
const ONE = ['def market(candles):', '    return candles.close[MARKET]'];

type Condition = { readonly constants: readonly string[]; readonly lines: readonly string[] };

const rounded = (share: number): number => Number(share.toFixed(6));

const conditionOf = (filter: Filter, bars: BarsOf): Condition => {
  const compared = filter.isBelow ? '<' : '>';
  switch (filter.kind) {
    case 'average': {
      const average = (name: string) =>
        filter.isExponential
          ? `level.ewm(span=${name}, adjust=False).mean()`
          : `level.rolling(${name}).mean()`;
      const constants = [
        ...(filter.fast ? [`MARKET_FAST = ${bars(filter.fast)}  # bars of the market’s fast average`] : []),
        `MARKET_AVERAGE = ${bars(filter.period)}  # bars of the market’s ${filter.fast ? 'slow ' : ''}average`,
      ];
      return {
        constants,
        lines: [
          `return ${filter.fast ? average('MARKET_FAST') : 'level'} ${compared} ${average('MARKET_AVERAGE')}`,
        ],
      };
    }
    case 'change':
      return {
        constants: [
          `MARKET_BARS = ${bars(filter.period)}  # over which the market changed`,
          ...(filter.over === 0 ? [] : [`MARKET_CHANGE = ${rounded(filter.over)}`]),
        ],
        lines: [
          `return level.pct_change(MARKET_BARS, fill_method=None) ${compared} ${filter.over === 0 ? '0' : 'MARKET_CHANGE'}`,
        ],
      };
    case 'rsi':
      return {
        constants: [`MARKET_RSI_BARS = ${bars(filter.period)}`, `MARKET_RSI = ${filter.level}`],
        lines: [`return rsi(level.to_frame(), MARKET_RSI_BARS).iloc[:, 0] ${compared} MARKET_RSI`],
      };
    case 'volatility':
      return {
        constants: [
          `MARKET_BARS = ${bars(filter.period)}  # of the market’s volatility`,
          `MARKET_VOLATILITY = ${rounded(filter.level)}  # a year`,
        ],
        lines: [`return volatility(level.to_frame(), MARKET_BARS).iloc[:, 0] ${compared} MARKET_VOLATILITY`],
      };
    default:
      return {
        constants: [
          `FALL = ${rounded(filter.fall)}  # from the highest of MARKET_HIGH, at which all is sold`,
          `MARKET_HIGH = ${bars(filter.period)}`,
          ...(filter.back
            ? [`BACK = ${bars(filter.back)}  # bars of the new high at which it is bought again`]
            : []),
        ],
        lines: [
          'has_fallen = level < (1 - FALL) * level.rolling(MARKET_HIGH, min_periods=1).max()',
          ...(filter.back
            ? [
                'is_back = level >= level.rolling(BACK).max()',
                'state = (level * float("nan")).mask(is_back, 1.0).mask(has_fallen, 0.0)',
                'return state.ffill().fillna(1.0) == 1.0',
              ]
            : ['return ~has_fallen']),
        ],
      };
  }
};

/** A filter that says bar by bar if coins are held at all. */
export const filterPiece = (filter: Filter, bars: BarsOf): Piece => {
  const { constants, lines } = conditionOf(filter, bars);
  return {
    constants: [...(filter.market ? [`MARKET = "${filter.market}"`] : []), ...constants],
    functions: [
      filter.market ? ONE : ALL,
      ['def market_allows(candles):', '    level = market(candles)', ...lines.map((line) => `    ${line}`)],
    ],
    call: 'market_allows(candles)',
  };
};

/** Leaves and enters the market at the close at which the condition changes, whenever else it trades. */
export const AT_ONCE: Piece = {
  functions: [
    [
      'def at_once(weights, is_on):',
      '    # What was decided last is held while the market allows it. A change is traded at once.',
      '    changes = is_on != is_on.shift(1, fill_value=False)',
      '    is_kept = weights.notna().any(axis=1) | changes',
      '    return weights.ffill().mul(is_on, axis=0).where(is_kept, axis=0)',
    ],
  ],
  call: 'at_once(weights, market_allows(candles))',
};
