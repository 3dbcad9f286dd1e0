// Operators' messages to a service: status of read models and reactions, rebuilds, parked events and their retries.
import { operationsOf, refuse, type ServiceName } from '@tradeium/contracts';
import {
  type ProjectionStatus,
  type Projections,
  type ReactionStatus,
  RebuildCancelled,
  type RebuildProgress,
  type RunningReaction,
} from '@tradeium/event-store';
import type { Log } from '../log/log.ts';
import { answer } from '../messages/reply.ts';
import type { Capabilities } from '../process/capabilities.ts';
import { isOutage } from '../requests/outage.ts';
import { type Handler, handler } from '../requests/request-server.ts';
import { streamHandler } from '../requests/stream-handler.ts';
import type { Sink } from '../streams/stream-writer.ts';
import { listParked } from './parked-list.ts';

export type Operated = {
  readonly projections: Pick<Projections, 'status' | 'conditions' | 'rebuild' | 'parked' | 'isDatabaseThere'>;
  readonly reactions: readonly Pick<RunningReaction, 'name' | 'status' | 'parked' | 'retryParked'>[];
  readonly capabilities: Pick<Capabilities, 'status'>;
  readonly log: Log;
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

const statusOf = async ({ projections, reactions, capabilities }: Operated) => {
  const [readModels, ofReactions, isDatabaseThere, abilities] = await Promise.all([
    projections.status(),
    Promise.all(reactions.map((reaction) => reaction.status())),
    projections.isDatabaseThere(),
    capabilities.status(),
  ]);
  return {
    capabilities: abilities,
    readModels: readModels.map(readModelOutput),
    reactions: ofReactions.map(reactionOutput),
    isDatabaseThere,
  };
};

const retryAll = async ({ reactions }: Operated): Promise<{ handled: number; remaining: number }> => {
  const results = await Promise.all(reactions.map((reaction) => reaction.retryParked()));
  return {
    handled: results.reduce((sum, { handled }) => sum + handled, 0),
    remaining: results.reduce((sum, { remaining }) => sum + remaining, 0),
  };
};

const isKnown = ({ projections }: Operated, name: string): boolean =>
  projections.conditions().some((known) => known.name === name);

type Progress = { done: boolean; handled: number; of: number | null; findings: string[] };

/** Writes the newest of what comes while the reader still has the one before. */
const newestTo = (sink: Sink<Progress>) => {
  let newest: RebuildProgress | undefined;
  let underWay: Promise<void> | undefined;
  const writeAll = async (): Promise<void> => {
    while (newest !== undefined) {
      const { done, of } = newest;
      newest = undefined;
      await sink.write({ done: false, handled: done, of, findings: [] });
    }
  };
  return {
    note: (progress: RebuildProgress): void => {
      newest = progress;
      // It rejects when the reader has left, which ends the rebuild by its signal.
      underWay ??= writeAll()
        .catch(() => undefined)
        .finally(() => {
          underWay = undefined;
        });
    },
    written: async (): Promise<void> => underWay,
  };
};

const rebuildTo = async ({ projections, log }: Operated, name: string, sink: Sink<Progress>) => {
  const { note, written } = newestTo(sink);
  let last: RebuildProgress = { done: 0, of: 0 };
  const onProgress = (progress: RebuildProgress) => {
    last = progress;
    note(progress);
  };
  try {
    await projections.rebuild(name, { signal: sink.signal, onProgress });
  } catch (cause) {
    if (cause instanceof RebuildCancelled && sink.signal.aborted) return undefined;
    const isAway = isOutage(cause);
    log.warn({ err: cause, projection: name }, 'a rebuild ended before it was done');
    return refuse(isAway ? 'SERVICE_UNAVAILABLE' : 'INTERNAL');
  }
  await written();
  await sink.write({ done: true, handled: last.of, of: last.of, findings: [] });
  return undefined;
};

/** The handlers of an operator's messages; they are reachable on the bus only, not through the gateway. */
export const operationHandlers = (service: ServiceName, operated: Operated): Handler[] => {
  const messages = operationsOf(service);
  return [
    handler(messages.getStatus, async () => answer(await statusOf(operated))),
    handler(messages.listParked, async () => answer({ parked: await listParked(operated) })),
    handler(messages.rebuildReadModel, async ({ name }) => {
      if (!isKnown(operated, name)) return refuse('READ_MODEL_UNKNOWN', { name });
      await operated.projections.rebuild(name);
      return answer({ rebuilt: true as const });
    }),
    streamHandler(messages.rebuildWithProgress, async ({ name }, _request, sink) => {
      if (!isKnown(operated, name)) return refuse('READ_MODEL_UNKNOWN', { name });
      return rebuildTo(operated, name, sink);
    }),
    handler(messages.retryParked, async () => answer(await retryAll(operated))),
  ];
};
