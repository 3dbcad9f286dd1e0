// The code that turns chosen coins into shares of the money, and limits these.
import type { Idea, Weighting } from '../idea/idea.ts';
import type { Piece } from './code.ts';
import type { BarsOf } from './signal-code.ts';

const quoted = (coins: readonly string[]): string => `[${coins.map((coin) => `"${coin}"`).join(', ')}]`;

/** Which coins the strategy may hold at all: a table of True and False. */
export const universePiece = ({
  coins,
  without,
  weighting,
}: Pick<Idea, 'coins' | 'without' | 'weighting'>): Piece => {
  const LISTED = '# A coin without a price is not listed yet.';
  if (weighting?.kind === 'fixed') return { call: 'candles.close.notna()' };
  if (coins)
    return {
      constants: [`COINS = ${quoted(coins)}  # no others are held`],
      functions: [
        [
          'def allowed(candles):',
          `    ${LISTED}`,
          '    return candles.close.notna() & candles.close.columns.isin(COINS)',
        ],
      ],
      call: 'allowed(candles)',
    };
  if (without)
    return {
      constants: [`WITHOUT = ${quoted(without)}  # these are not held`],
      functions: [
        [
          'def allowed(candles):',
          `    ${LISTED}`,
          '    return candles.close.notna() & ~candles.close.columns.isin(WITHOUT)',
        ],
      ],
      call: 'allowed(candles)',
    };
  return { call: 'candles.close.notna()' };
};

/** How many coins may be held, as code. */
export const coinsOf = ({ coins, without }: Pick<Idea, 'coins' | 'without'>): string => {
  if (coins) return 'len(COINS)';
  return without ? 'len([coin for coin in candles.coins if coin not in WITHOUT])' : 'len(candles.coins)';
};

const BY_COVARIANCE = (share: string): readonly string[] => [
  `def ${share}_weights(chosen, candles):`,
  '    # Rows of NaN are not traded, so nothing is computed for them.',
  '    returns = candles.close.pct_change(fill_method=None)',
  '    weights = chosen.copy()',
  '    for row in np.flatnonzero(chosen.notna().any(axis=1)):',
  '        # This bar’s return is known at its close, so the window includes it.',
  '        window = returns.iloc[max(0, row - RISK_BARS + 1) : row + 1]',
  '        known = ((window.count() == RISK_BARS) & (window.std() > 0) & (chosen.iloc[row] > 0)).to_numpy()',
  '        result = np.zeros(len(known))',
  '        if known.any():',
  '            covariance = np.cov(window.loc[:, known].to_numpy().T, ddof=1).reshape(known.sum(), -1)',
  `            result[known] = ${share}(covariance)`,
  '        weights.iloc[row] = result',
  '    return weights',
];

const EQUAL_RISK = [
  'def equal_risk(covariance):',
  '    weights = 1 / np.sqrt(np.diag(covariance))',
  '    for _ in range(STEPS):',
  '        weights /= weights.sum()',
  '        # What each coin contributes to the variance; too much of it makes its weight smaller.',
  '        contribution = weights * (covariance @ weights)',
  '        weights = weights * np.sqrt(contribution.mean() / np.maximum(contribution, 1e-12))',
  '    return weights / weights.sum()',
];

const LOWEST_VARIANCE = [
  'def lowest_variance(covariance):',
  '    shrunk = (1 - SHRINKAGE) * covariance + SHRINKAGE * np.diag(np.diag(covariance))',
  '    weights = np.zeros(len(shrunk))',
  '    chosen = np.arange(len(shrunk))',
  '    while True:',
  '        part = np.linalg.solve(shrunk[np.ix_(chosen, chosen)], np.ones(len(chosen)))',
  '        if (part > 0).all():',
  '            break',
  '        # Coins that would be sold short are left out.',
  '        chosen = chosen[part > 0]',
  '    weights[chosen] = part / part.sum()',
  '    return weights',
];

/** Shares by covariance, of the rows of `chosen` that are not NaN. */
export const covariancePiece = (kind: 'risk-parity' | 'minimum-variance', bars: number): Piece =>
  kind === 'risk-parity'
    ? {
        constants: [
          `RISK_BARS = ${bars}  # bars of the covariance`,
          'STEPS = 60  # towards equal contributions',
        ],
        functions: [EQUAL_RISK, BY_COVARIANCE('equal_risk')],
        call: 'equal_risk_weights',
      }
    : {
        constants: [
          `RISK_BARS = ${bars}  # bars of the covariance`,
          'SHRINKAGE = 0.3  # towards uncorrelated coins, as estimates from few bars exaggerate',
        ],
        functions: [LOWEST_VARIANCE, BY_COVARIANCE('lowest_variance')],
        call: 'lowest_variance_weights',
      };

/** Shares of the chosen coins that are not by covariance; `own` where each coin has its own part of the money. */
export const weightingPiece = (weighting: Weighting, own: string | undefined, bars: BarsOf): Piece => {
  switch (weighting.kind) {
    case 'inverse-volatility':
      return {
        constants: [
          `RISK_BARS = ${bars(weighting.period)}  # bars of the volatility by which shares are sized`,
        ],
        call: 'inverse_volatility(candles.close, RISK_BARS, chosen)',
      };
    case 'proportional':
      return {
        functions: [
          [
            'def proportional(scores):',
            '    # A coin whose score is not above 0 gets nothing.',
            '    parts = scores.clip(lower=0.0).fillna(0.0)',
            '    total = parts.sum(axis=1)',
            '    return parts.div(total.where(total > 0), axis=0).fillna(0.0)',
          ],
        ],
        call: 'proportional(score(candles).where(chosen))',
      };
    case 'fixed':
      return {
        constants: [
          `SHARES = {${Object.entries(weighting.shares)
            .map(([coin, part]) => `"${coin}": ${Number(part.toFixed(6))}`)
            .join(', ')}}  # of the money`,
        ],
        functions: [
          [
            'def fixed_shares(chosen):',
            '    return chosen.mul([SHARES.get(coin, 0.0) for coin in chosen.columns], axis=1)',
          ],
        ],
        call: 'fixed_shares(chosen)',
      };
    default:
      return { call: own === undefined ? 'equal_weight(chosen)' : `chosen / ${own}` };
  }
};

const DAYS_A_YEAR = 365;

/** How much of the weights is held, so that the portfolio's volatility stays near its target. */
export const volatilityPiece = (
  { target, period }: NonNullable<Idea['volatility']>,
  bars: BarsOf,
  perDay: number,
): Piece => ({
  constants: [
    `TARGET = ${target}  # volatility of the portfolio a year`,
    `TARGET_BARS = ${bars(period)}  # bars by which it is measured`,
    `BARS_A_YEAR = ${Math.round(DAYS_A_YEAR * perDay)}`,
  ],
  functions: [
    [
      'def exposure(weights, candles):',
      '    # Never more than all of the money. Until the risk is known, all is USDT.',
      '    returns = candles.close.pct_change(fill_method=None)',
      '    risk = (weights.ffill().shift(1) * returns).sum(axis=1).rolling(TARGET_BARS).std() * np.sqrt(BARS_A_YEAR)',
      '    return (TARGET / risk.where(risk > 0)).clip(upper=1.0).fillna(0.0)',
    ],
  ],
  call: 'weights.mul(exposure(weights, candles), axis=0)',
});
