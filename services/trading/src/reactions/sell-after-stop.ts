// Sells everything after a drawdown stop whose mandate says so.
import type { DeploymentEvent } from '@tradeium/contracts';
import type { StoredEvent } from '@tradeium/event-store';
import { type Selling, sellAfterStop } from '../commands/sell-after-stop.ts';

export const sellAfterDrawdown =
  (dependencies: Selling) =>
  async ({ event, meta }: StoredEvent<DeploymentEvent>): Promise<void> => {
    if (event.type !== 'DeploymentStopped' || !event.data.thenSell) return;
    await sellAfterStop(dependencies, event.data, meta.at);
  };
