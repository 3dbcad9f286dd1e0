// Operators' messages to a service: status of read models and reactions, rebuilds, retries of parked events.
import { operationsOf, refuse, type ServiceName } from '@tradeium/contracts';
import type { ProjectionStatus, Projections, ReactionStatus, RunningReaction } from '@tradeium/event-store';
import { answer } from './reply.ts';
import { type Handler, handler } from './request-server.ts';

export type Operated = {
  readonly projections: Pick<Projections, 'status' | 'rebuild'>;
  readonly reactions: readonly Pick<RunningReaction, 'status' | 'retryParked'>[];
};

const readModelOutput = ({ name, state, reason, behind, parked }: ProjectionStatus) => ({
  name,
  state,
  reason,
  behind,
  parked,
});

const reactionOutput = ({ name, state, behind, parked, oldestParkedAt, newer, expired }: ReactionStatus) => ({
  name,
  state,
  behind,
  parked,
  oldestParkedAt,
  newer,
  expired,
});

const retryAll = async ({ reactions }: Operated): Promise<{ handled: number; remaining: number }> => {
  const results = await Promise.all(reactions.map((reaction) => reaction.retryParked()));
  return {
    handled: results.reduce((sum, { handled }) => sum + handled, 0),
    remaining: results.reduce((sum, { remaining }) => sum + remaining, 0),
  };
};

/** The handlers of an operator's messages; they are reachable on the bus only, not through the gateway. */
export const operationHandlers = (service: ServiceName, operated: Operated): Handler[] => {
  const messages = operationsOf(service);
  return [
    handler(messages.getStatus, async () => {
      const readModels = await operated.projections.status();
      const reactions = await Promise.all(operated.reactions.map((reaction) => reaction.status()));
      return answer({
        readModels: readModels.map(readModelOutput),
        reactions: reactions.map(reactionOutput),
      });
    }),
    handler(messages.rebuildReadModel, async ({ name }) => {
      const { projections } = operated;
      const readModels = await projections.status();
      if (!readModels.some((known) => known.name === name)) return refuse('READ_MODEL_UNKNOWN', { name });
      await projections.rebuild(name);
      return answer({ rebuilt: true as const });
    }),
    handler(messages.retryParked, async () => answer(await retryAll(operated))),
  ];
};
