// What the credits ledger is told by its environment.
import { commonConfig } from '@tradeium/service-kit';

export const config = commonConfig;
