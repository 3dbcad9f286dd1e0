// Why an order was not executed, in words for its user: what the exchange or a library says about it stays in the events.
import { refusalText, refuse } from '@tradeium/contracts';
import type { DataOf } from './deployment-state.ts';

const BUSY = 'The exchange takes no more requests for now';

/** How an exchange, or the library that speaks with it, says what we say in our words. */
const SAID: readonly (readonly [RegExp, string])[] = [
  [
    /insufficient balance/i,
    'The account had too little left for it: something was withdrawn, spent or locked since it was planned',
  ],
  [/market is closed/i, 'The market is closed at the moment'],
  [/MAX_NUM_ORDERS/, 'There are too many open orders at the exchange: cancel some there'],
  [/MAX_POSITION/, 'The exchange does not let the account hold more of the coin'],
  [/MAX_ASSET/, 'The exchange does not let the account trade so much of the coin in one order'],
  [/PERCENT_PRICE/, 'Its price was too far from the average price of the market'],
  [/PRICE_FILTER/, 'The market takes no order at its price'],
  [/LOT_SIZE/, 'Its amount does not fit the steps of the market'],
  [/NOTIONAL/, 'It was worth less, or more, than the market takes'],
  [
    /filter failure|precision|must be (greater|less|larger|smaller)/i,
    'Its amount or price does not fit the rules of the market',
  ],
  [
    /symbol is (not permitted|restricted|not available)|not permitted for this account/i,
    'This account may not trade the coin at the exchange',
  ],
  [
    /disabled on this account|may not place or cancel/i,
    'The exchange has disabled trading for this account: ask it why',
  ],
  [
    /does not serve the country/i,
    'The exchange does not serve the country or network that this server is in',
  ],
  [/its firewall blocks/i, 'The firewall of the exchange blocks this server'],
  [/does not have market symbol|invalid symbol/i, 'The exchange does not list this market'],
  [/too many requests|too many new orders|takes no requests/i, BUSY],
  [/timestamp|recvwindow/i, refusalText(refuse('EXCHANGE_CLOCK_DIFFERS'))],
  [
    /api-?key|permissions for action|signature/i,
    'The exchange does not take the keys for this: they may not trade, or not from the address of this server',
  ],
  [/^not sent: /, 'This server could not make a valid order of it'],
];

const UNREACHED = 'The exchange could not be reached in time';
const WORDS_MAX = 160;

export const UNKNOWN_OUTCOME = 'The exchange did not confirm whether it was executed';
export const NEVER_ARRIVED = 'It did not reach the exchange';
export const NOT_FILLED = 'Nothing was offered within its limit: the price has moved away';

/** A reason that is not in the table, in the exchange's own words, without its code. */
const inItsWords = (reason: string): string => {
  const whole = reason.replace(/ \(-?\d{1,9}\)$/, '').trim();
  const words = whole.length > WORDS_MAX ? `${whole.slice(0, WORDS_MAX).toWellFormed()}…` : whole;
  return words === '' ? 'The exchange refused it and did not say why' : `The exchange refused it: “${words}”`;
};

const tooManyWords = ({ all, others }: NonNullable<DataOf<'OrderRejected'>['openOrders']>): string =>
  `There are too many open orders in this market: ${all}, of which ${others} are your own. Cancel some at the exchange`;

/** Why an order was refused, by the exchange or by us, before it left. */
export const rejectionWords = ({
  by,
  reason,
  openOrders,
}: Pick<DataOf<'OrderRejected'>, 'by' | 'reason' | 'openOrders'>): string => {
  if (openOrders) return tooManyWords(openOrders);
  const said = SAID.find(([text]) => text.test(reason))?.[1];
  return said ?? (by === 'us' ? UNREACHED : inItsWords(reason));
};
