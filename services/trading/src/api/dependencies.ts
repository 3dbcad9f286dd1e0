// The dependencies of this service's commands and queries.
import type { Client } from '@temporalio/client';
import type { Blobs, RequestClient, UserFiles } from '@tradeium/service-kit';
import type { Stores } from '../aggregates.ts';
import type { DeploymentModel } from '../projections/deployments.ts';
import type { HistoryModel } from '../projections/history.ts';
import type { ValueModel } from '../projections/values.ts';
import type { OpenAccount } from '../rebalances/exchange-accounts.ts';
import type { DeployedCode } from '../sealed/deployed-code.ts';
import type { KeyStore } from '../sealed/kept-keys.ts';
import type { TwinStore } from '../twin/kept-twin.ts';

export type Dependencies = {
  readonly traders: Stores['traders'];
  readonly deployments: Stores['deployments'];
  readonly keyStore: KeyStore;
  readonly codeStore: DeployedCode;
  readonly openAccount: OpenAccount;
  /** Answers with the keys of a new account with so much play money. */
  readonly openPlayAccount: (capitalUsdt: string) => Promise<{ apiKey: string; apiSecret: string }>;
  readonly blobs: Blobs;
  readonly files: UserFiles;
  readonly client: RequestClient;
  readonly temporal: () => Promise<Client>;
  readonly config: { readonly TEMPORAL_NAMESPACE: string; readonly TRADING_HALTED: boolean };
  readonly deploymentModel: DeploymentModel;
  readonly historyModel: HistoryModel;
  readonly valueModel: ValueModel;
  readonly twinStore: TwinStore;
  /** True if the read models catch up with the streams within the given time. */
  readonly caughtUp: (timeoutMs: number) => Promise<boolean>;
  readonly now: () => Date;
};
