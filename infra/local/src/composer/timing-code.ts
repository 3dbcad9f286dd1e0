// The code of when to trade: schedules, days of a week or month, stops and profits.
import { type Cadence, type Idea, WEEKDAYS, type Window } from '../idea/idea.ts';
import type { Piece } from './code.ts';
import type { BarsOf } from './signal-code.ts';

const OPENS = '    opens = candles.index + (candles.index[1] - candles.index[0])';
const TRADED = '    # A row is traded at the open of the next bar, so it is that day that counts.';

/** Keeps the rows of `weights` (an expression) that are traded. */
export const cadencePiece = (cadence: Cadence, weights: string): Piece => {
  switch (cadence.kind) {
    case 'interval':
      return { call: `rebalance_every(${weights}, candles, "${cadence.interval}")` };
    case 'weekday':
      return {
        constants: [`WEEKDAY = ${cadence.day}  # ${WEEKDAYS[cadence.day]}, at whose open (UTC) it trades`],
        functions: [
          [
            'def on_weekday(weights, candles):',
            TRADED,
            OPENS,
            '    is_due = (opens.dayofweek == WEEKDAY) & (opens == opens.floor("D"))',
            '    return weights.where(pd.Series(is_due, index=candles.index), axis=0)',
          ],
        ],
        call: `on_weekday(${weights}, candles)`,
      };
    case 'monthly':
      return cadence.day === 'first'
        ? {
            functions: [
              [
                'def every_month(weights, candles):',
                TRADED,
                OPENS,
                '    begins = opens.month != candles.index.month',
                '    return weights.where(pd.Series(begins, index=candles.index), axis=0)',
              ],
            ],
            call: `every_month(${weights}, candles)`,
          }
        : {
            functions: [
              [
                'def at_month_end(weights, candles):',
                TRADED,
                OPENS,
                '    is_due = opens.is_month_end & (opens == opens.floor("D"))',
                '    return weights.where(pd.Series(is_due, index=candles.index), axis=0)',
              ],
            ],
            call: `at_month_end(${weights}, candles)`,
          };
    default:
      return {
        constants: [`DAYS = ${cadence.days}  # between two trades`],
        functions: [
          [
            'def every_days(weights, candles):',
            '    # A row is traded at the next open; days are counted from 1970, so that no start date shifts them.',
            OPENS,
            '    days = (opens - pd.Timestamp(0, tz="UTC")) // pd.Timedelta(days=1)',
            '    is_due = (opens == opens.floor("D")) & (days % DAYS == 0)',
            '    return weights.where(pd.Series(is_due, index=candles.index), axis=0)',
          ],
        ],
        call: `every_days(${weights}, candles)`,
      };
  }
};

const AT_CHANGES = [
  'def in_days(weights, is_held):',
  '    # Trade when the days begin and when they end, and leave the portfolio alone between.',
  '    changes = is_held != is_held.shift(1)',
  '    return weights.mul(is_held, axis=0).where(changes, axis=0)',
];

/** Holds the weights in some days only. */
export const windowPiece = (window: Window): Piece => {
  const isHeld =
    window.kind === 'week'
      ? ['(opens.dayofweek - FIRST_DAY) % 7 < DAYS_HELD']
      : ['(opens.day <= FIRST_DAYS) | (opens.days_in_month - opens.day < LAST_DAYS)'];
  return {
    constants:
      window.kind === 'week'
        ? [
            `FIRST_DAY = ${window.from}  # ${WEEKDAYS[window.from]}, at whose open (UTC) it buys`,
            `DAYS_HELD = ${window.days}  # from then on, each week`,
          ]
        : [`LAST_DAYS = ${window.last}  # of a month`, `FIRST_DAYS = ${window.first}  # of the next one`],
    functions: [
      ['def held_days(candles):', TRADED, OPENS, `    return pd.Series(${isHeld[0]}, index=candles.index)`],
      AT_CHANGES,
    ],
    call: 'in_days(weights, held_days(candles))',
  };
};

const SPELLS = [
  '    decided = weights.ffill()',
  '    is_held = decided > 0',
  '    purchases = (is_held & ~is_held.shift(1, fill_value=False)).cumsum()',
];
const SOLD = [
  '    is_out &= is_held',
  '    changes = (is_out != is_out.shift(1, fill_value=False)).any(axis=1)',
  '    return decided.mask(is_out, 0.0).where(weights.notna().any(axis=1) | changes, axis=0)',
];
/** A high that is older is forgotten. */
export const STOP_LOOKS_BACK = { count: 30, unit: 'days' } as const;

/** Sells a coin that falls from its highest close. */
export const trailingPiece = (stop: number, bars: BarsOf): Piece => ({
  constants: [
    `STOP = ${stop}  # below the highest close since it was bought`,
    `STOP_BARS = ${bars(STOP_LOOKS_BACK)}  # at most so many bars ago`,
  ],
  functions: [
    [
      'def with_stop(weights, candles):',
      '    # A coin that closes this far below its highest close is sold at once. It is back when it no longer is, or',
      '    # when it is bought again.',
      ...SPELLS,
      '    highest = candles.close.copy()',
      '    for coin in candles.coins:',
      '        spells = candles.close[coin].groupby(purchases[coin])',
      '        highest[coin] = spells.transform(lambda closes: closes.rolling(STOP_BARS, min_periods=1).max())',
      '    is_out = candles.close < (1 - STOP) * highest',
      ...SOLD,
    ],
  ],
  call: 'with_stop(weights, candles)',
});

/** Sells a coin that has lost or gained so much since it was bought. */
export const exitsPiece = ({ entryStop, profit }: Pick<Idea, 'entryStop' | 'profit'>): Piece => ({
  constants: [
    ...(entryStop === undefined ? [] : [`LOSS = ${entryStop}  # below the close at which it was bought`]),
    ...(profit === undefined ? [] : [`PROFIT = ${profit}  # above the close at which it was bought`]),
  ],
  functions: [
    [
      'def with_exits(weights, candles):',
      '    # A coin that is sold here is out until the strategy has left it by itself and buys it again.',
      ...SPELLS,
      '    is_out = is_held & False',
      '    for coin in candles.coins:',
      '        bought = candles.close[coin].groupby(purchases[coin]).transform("first")',
      '        change = candles.close[coin] / bought - 1',
      `        is_hit = ${[entryStop === undefined ? '' : '(change <= -LOSS)', profit === undefined ? '' : '(change >= PROFIT)'].filter(Boolean).join(' | ')}`,
      '        is_out[coin] = is_hit.astype(float).groupby(purchases[coin]).cummax() > 0',
      ...SOLD,
    ],
  ],
  call: 'with_exits(weights, candles)',
});
