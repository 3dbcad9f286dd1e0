// What operators may ask of a service: how far its read models and reactions are, and to do them again.
import { operationsOf, refuse, type ServiceName } from '@tradeium/contracts';
import { answer } from './reply.ts';
import { type Handler, handler } from './request-server.ts';

type Standing = { readonly name: string; readonly behind: number; readonly parked: number | null };

export type Operated = {
  /** Absent where a service answers from its aggregates. */
  readonly projections?: {
    status(): Promise<readonly Standing[]>;
    rebuild(name: string): Promise<void>;
  };
  readonly reactions: readonly {
    status(): Promise<Standing>;
    retryParked(): Promise<{ handled: number; remaining: number }>;
  }[];
};

const standing = ({ name, behind, parked }: Standing): Standing => ({ name, behind, parked });

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
      const readModels = (await operated.projections?.status()) ?? [];
      const reactions = await Promise.all(operated.reactions.map((reaction) => reaction.status()));
      return answer({ readModels: readModels.map(standing), reactions: reactions.map(standing) });
    }),
    handler(messages.rebuildReadModel, async ({ name }) => {
      const { projections } = operated;
      const readModels = (await projections?.status()) ?? [];
      if (!readModels.some((known) => known.name === name)) return refuse('READ_MODEL_UNKNOWN', { name });
      await projections?.rebuild(name);
      return answer({ rebuilt: true as const });
    }),
    handler(messages.retryParked, async () => answer(await retryAll(operated))),
  ];
};
