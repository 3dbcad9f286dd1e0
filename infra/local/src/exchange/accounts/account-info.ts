// GET /api/v3/account: balances, and what the account may do.
import { textOf } from '../amount.ts';
import { balancesOf } from './answers.ts';
import type { SignedEndpoint } from './signed-endpoint.ts';

const FEE = '0.00100000';

export const accountInfo: SignedEndpoint = {
  method: 'GET',
  path: '/api/v3/account',
  weight: () => 20,
  right: 'read',
  async answer({ parameters, exchange, account, desk }) {
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
    };
  },
};
