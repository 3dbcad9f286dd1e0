// Lists the balances of all accounts in the read model, page by page, for an audit.
import { MESSAGES, streamOf } from '@tradeium/contracts';
import { answer, type Handler, handler } from '@tradeium/service-kit';
import { accountsAfter } from '../projections/accounts.ts';
import type { Dependencies } from './dependencies.ts';

export const listAccountBalances = ({ accountModel }: Pick<Dependencies, 'accountModel'>): Handler =>
  handler(MESSAGES.listAccountBalances, async ({ after, limit }) => {
    const found = await accountsAfter(accountModel, after, limit);
    const accounts = found.map(({ _id, seq, balances }) => ({
      accountId: _id,
      sequence: seq[streamOf('credits')] ?? 0,
      balances,
    }));
    return answer({ accounts });
  });
