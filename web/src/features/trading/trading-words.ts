// Live trading's words for failures, actions and reasons.
import type { TradingDeployment } from '@tradeium/contracts';
import { isFailure, messageOf } from '../../lib/failure.ts';

/** `Status 503: the reason`; without a status, only the reason. */
export const codeWords = (what: 'Status' | 'Positions' | 'Runs' | 'Toggle', thrown: unknown): string => {
  if (!isFailure(thrown) || typeof thrown.status !== 'number') return messageOf(thrown);
  const code = `${what} ${thrown.status}`;
  return thrown.isWordless ? code : `${code}: ${thrown.message}`;
};

/** True if the server refused a request for lack of exchange keys. */
export const isForWantOfKeys = (thrown: unknown): boolean =>
  isFailure(thrown) && (thrown.status === 400 || thrown.message.includes('400'));

/** A rebalance that was refused or failed; the server's words, when it has some. */
export const rebalanceProblem = (thrown: unknown): string => {
  const status = isFailure(thrown) ? thrown.status : 'unknown';
  return messageOf(thrown, `Rebalance failed: ${status}`);
};

const SAVE_FAILED = 'Failed to save deployment. Please try again.';

/** A refusal says why, and does not ask for another try. */
export const deployProblem = (thrown: unknown): string => {
  const isRefused = isFailure(thrown) && typeof thrown.status === 'number' && thrown.status < 500;
  return isRefused && !thrown.isWordless ? `Failed to save deployment: ${thrown.message}` : SAVE_FAILED;
};

/** True if one of them trades, or may resume, with the connected keys. */
export const tradesLive = (deployments: readonly Pick<TradingDeployment, 'mode' | 'status'>[]): boolean =>
  deployments.some(({ mode, status }) => mode === 'live' && (status === 'active' || status === 'paused'));

const SKIP_REASONS: Readonly<Record<string, string>> = {
  'below-notional-min': 'the exchange does not accept orders this small',
  'below-lot': 'less than the smallest amount that can be traded',
  'above-amount-max': 'more than the exchange accepts at once; the rest is traded',
  'above-position-max': 'more than the exchange lets an account hold of it; the rest is traded',
  'unreadable-rules': 'the exchange states a rule for it that cannot be read',
  'within-band': 'close enough to its target',
  locked: 'locked in another order',
  'no-price': 'the exchange has no price',
  'no-market': 'the exchange does not trade it now: it is not listed, or its market is halted',
  'outside-price-band': 'its price is outside of what the exchange takes orders at',
  'not-allowed': 'your limits do not allow buying it',
  'spent-on-fees': 'went to the fees of earlier orders',
  'no-cash': 'not enough USDT left',
  'above-order-max': 'the exchange takes no order as small as your largest one',
  'above-turnover': 'your turnover of today is used up',
};

/** Why an order of a plan is left out; a reason that only a newer server knows is shown as it is. */
export const skipWords = (reason: string): string => SKIP_REASONS[reason] ?? reason.replaceAll(/[-_]/g, ' ');

const CUT_REASONS: Readonly<Record<string, string>> = {
  'above-order-max': 'your largest order; the rest follows at the next rebalances',
  'above-turnover': 'what is left of your turnover of today; the rest follows at the next rebalances',
  'no-cash': 'the USDT that there is',
};

/** Why an order is not sent, or what it is cut to. */
export const leftWords = (reason: string, isCut: boolean): string =>
  (isCut ? CUT_REASONS[reason] : undefined) ?? skipWords(reason);

/** A reason that the server writes into sentences, as a separate sentence. */
export const sentence = (words: string): string => words.slice(0, 1).toUpperCase() + words.slice(1);

const ACTIONS: Readonly<Record<string, string>> = {
  manual_rebalance: 'Manual rebalance',
  scheduled_rebalance: 'Auto-rebalance',
  sell: 'Sell to USDT',
  switched_on: 'Auto-rebalance switched on',
  switched_off: 'Auto-rebalance switched off',
  mandate_changed: 'Limits changed',
  keys_connected: 'API keys connected',
  keys_replaced: 'API keys replaced',
  keys_removed: 'API keys removed',
  stopped_all: 'All trading stopped',
  late_fill: 'Filled late by the exchange',
  external_change: 'Changed outside of Tradeium',
  left_out: 'Coins left out',
};

/** An action or a state as text: `partly-filled` → `Partly filled`. */
export const actionWords = (name: string): string =>
  ACTIONS[name] ?? sentence(name.replaceAll(/[_-]+/g, ' ').trim());
