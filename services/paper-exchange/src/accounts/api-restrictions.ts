// GET /sapi/v1/account/apiRestrictions: what the key may do.
import type { SignedEndpoint } from './signed-endpoint.ts';

export const apiRestrictions: SignedEndpoint = {
  method: 'GET',
  path: '/sapi/v1/account/apiRestrictions',
  weight: () => 1,
  right: undefined,
  answer({ parameters, account, permissions }) {
    parameters.finish();
    return {
      ipRestrict: permissions.ip_restricted,
      createTime: account.openedMs,
      enableReading: permissions.read,
      enableSpotAndMarginTrading: permissions.trade,
      enableWithdrawals: permissions.withdraw,
      enableInternalTransfer: false,
      enableMargin: false,
      enableFutures: false,
      permitsUniversalTransfer: false,
      enableVanillaOptions: false,
      enablePortfolioMarginTrading: false,
      enableFixApiTrade: false,
      enableFixReadOnly: false,
    };
  },
};
