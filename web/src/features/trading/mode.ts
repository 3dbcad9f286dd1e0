// A deployment trades play money, on the exchange's test network, or real money.
import type { TradingDeployment } from '@tradeium/contracts';

/** How a deployment is labelled wherever it is shown. */
export type Look = TradingDeployment['look'];

/** The full meaning. */
export const LOOK_MEANINGS: Readonly<Record<Look, string>> = {
  paper: 'Play money: no order reaches your exchange account',
  testnet: "The exchange's test network: no real money",
  live: 'Real money in your exchange account',
};
