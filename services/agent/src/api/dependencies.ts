// The dependencies of this service's commands and queries.
import type { Agent } from '@tradeium/contracts';
import type { RequestClient } from '@tradeium/service-kit';
import type { Conversations } from '../commands/change-conversation.ts';
import type { AgentModel } from '../config.ts';
import type { TurnModel } from '../projections/turns.ts';

export type Dependencies = {
  readonly conversations: Conversations;
  readonly turnModel: TurnModel;
  readonly client: RequestClient;
  readonly models: Readonly<Record<Agent, AgentModel>>;
};
