// The aggregates of this service, by what they are called in its dependencies.
import type { DeploymentEvent, NoticeEvent, TraderEvent } from '@tradeium/contracts';
import type { AggregatesOf, Changed } from '@tradeium/event-store';
import type { deploymentAggregate } from '../domain/deployment.ts';
import type { Deployment } from '../domain/deployment-state.ts';
import type { Notices, noticesAggregate } from '../domain/notices.ts';
import type { Trader, traderAggregate } from '../domain/trader.ts';

export type Traders = AggregatesOf<typeof traderAggregate>;
export type Deployments = AggregatesOf<typeof deploymentAggregate>;
export type NoticeStore = AggregatesOf<typeof noticesAggregate>;

export type TraderChange = Changed<Trader, TraderEvent>;
export type DeploymentChange = Changed<Deployment, DeploymentEvent>;
export type NoticesChange = Changed<Notices, NoticeEvent>;
