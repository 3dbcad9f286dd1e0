// GET /api/v3/account: balances, whose account it is, and what it may do.
import { createHash } from 'node:crypto';
import { textOf } from '../numbers/amount.ts';
import type { Account } from './account.ts';
import { balancesOf } from './answers.ts';
import type { SignedEndpoint } from './signed-endpoint.ts';

const FEE = '0.00100000';

/** An account that was opened without one has its own. */
const uidOf = ({ uid, apiKey }: Account): number =>
  uid ?? createHash('sha256').update(apiKey).digest().readUInt32BE(0);

export const accountInfo: SignedEndpoint = {
  method: 'GET',
  path: '/api/v3/account',
  weight: () => 20,
  right: 'read',
  async answer({ parameters, exchange, account, desk, hidesUid }) {
    const omitsZeros = parameters.optional('omitZeroBalances', /^(true|false)$/) === 'true';
    parameters.finish();
    await desk.update(account);
    const balances = balancesOf(account).filter(
      ({ free, locked }) => !omitsZeros || free > 0n || locked > 0n,
    );
    return {
      makerCommission: 10,
      takerCommission: 10,
      buyerCommission: 0,
      sellerCommission: 0,
      commissionRates: { maker: FEE, taker: FEE, buyer: '0.00000000', seller: '0.00000000' },
      // The account's rights, which are not those of the key.
      canTrade: true,
      canWithdraw: true,
      canDeposit: true,
      brokered: false,
      requireSelfTradePrevention: false,
      preventSor: false,
      updateTime: exchange.now(),
      accountType: 'SPOT',
      balances: balances.map(({ asset, free, locked }) => ({
        asset,
        free: textOf(free),
        locked: textOf(locked),
      })),
      permissions: ['SPOT'],
      ...(!hidesUid && { uid: uidOf(account) }),
    };
  },
};
