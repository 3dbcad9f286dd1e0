// Why an order was not executed, in words for its user: what the exchange or a library says about it stays in the events.
import { refusalText, refuse } from '@tradeium/contracts';
import type { DataOf } from './deployment-state.ts';

const BUSY = 'The exchange takes no more requests for now';

/** How an exchange, or the library that speaks with it, says what we say in our words. */
const SAID: readonly (readonly [RegExp, string])[] = [
  [/insufficient balance/i, 'The account had too little money for it'],
  [/market is closed/i, 'The market is closed at the moment'],
  [
    /filter failure|notional|lot_size|precision|must be (greater|less|larger|smaller)/i,
    'Its amount or price does not fit the rules of the market',
  ],
  [
    /does not serve the country/i,
    'The exchange does not serve the country or network that this server is in',
  ],
  [/its firewall blocks/i, 'The firewall of the exchange blocks this server'],
  [/does not have market symbol/i, 'The exchange does not list this market'],
  [/too many requests|takes no requests/i, BUSY],
  [/timestamp|recvwindow/i, refusalText(refuse('EXCHANGE_CLOCK_DIFFERS'))],
  [/api-?key|permission|signature/i, refusalText(refuse('API_KEYS_CANNOT_TRADE'))],
  [/^not sent: /, 'This server could not make a valid order of it'],
];

/** `us`: the order never left. */
const OTHERWISE = {
  exchange: 'The exchange refused it',
  us: 'The exchange could not be reached in time',
} as const;

export const UNKNOWN_OUTCOME = 'The exchange did not confirm whether it was executed';
export const NEVER_ARRIVED = 'It did not reach the exchange';

/** Why an order was refused, by the exchange or by us. */
export const rejectionWords = ({ by, reason }: Pick<DataOf<'OrderRejected'>, 'by' | 'reason'>): string =>
  SAID.find(([said]) => said.test(reason))?.[1] ?? OTHERWISE[by];
