// The dependencies of this service's commands and queries.
import type { Client } from '@temporalio/client';
import type { RequestClient } from '@tradeium/service-kit';
import type { Deployments } from '../commands/change-deployment.ts';
import type { Traders } from '../commands/change-trader.ts';
import type { ActivityModel } from '../projections/activities.ts';
import type { DeploymentModel } from '../projections/deployments.ts';
import type { ValueModel } from '../projections/values.ts';
import type { KeyStore } from '../sealed/kept-keys.ts';

export type Dependencies = {
  readonly traders: Traders;
  readonly deployments: Deployments;
  readonly keyStore: KeyStore;
  readonly client: RequestClient;
  readonly temporal: () => Promise<Client>;
  readonly config: { readonly TEMPORAL_NAMESPACE: string };
  readonly deploymentModel: DeploymentModel;
  readonly activityModel: ActivityModel;
  readonly valueModel: ValueModel;
  readonly now: () => Date;
};
