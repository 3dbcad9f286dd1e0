// Sends heartbeats while an activity waits for the exchange, whose requests many share.
import { whileBeating } from '@tradeium/service-kit/while-beating';
import { withAccount as withAnyAccount } from '../rebalances/exchange-accounts.ts';

/** Works with an account, however long its requests wait for their turn. */
export const withAccount: typeof withAnyAccount = (accounts, owner, work) =>
  whileBeating(() => withAnyAccount(accounts, owner, work));
