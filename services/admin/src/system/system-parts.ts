// The parts that the system page works with, and the time that each has for its answer.
import type { Client } from '@temporalio/client';
import { type Message, type Refusal, SERVICE_NAMES, type ServiceName } from '@tradeium/contracts';
import type { Answer, Log, RequestClient, RequestContext, StreamClient } from '@tradeium/service-kit';
import type { NatsConnection } from 'nats';
import type { z } from 'zod';

export type SystemParts = {
  readonly nc: NatsConnection;
  readonly client: RequestClient;
  /** Reads the streams of other services. */
  readonly foreignStreams: StreamClient;
  readonly temporal: () => Promise<Pick<Client, 'connection' | 'workflow' | 'workflowService'>>;
  readonly config: { readonly TEMPORAL_NAMESPACE: string; readonly TEMPORAL_UI_URL: string };
  readonly log: Log;
  readonly now: () => Date;
};

/** Less than the two seconds after which a part counts as silent, so that its own answer comes first. */
export const ANSWER_TIMEOUT_MS = 1_800;

/** The context of a request to another service, on behalf of the caller. */
export const contextOf = ({ userId, correlationId, commandId }: RequestContext): RequestContext => ({
  ...(userId !== undefined && { userId }),
  correlationId,
  commandId,
  causationId: commandId,
});

/** Sends a query about a service, which has no longer than a part of the system may take. */
export const askPart = <Output extends z.ZodType>(
  { client }: Pick<SystemParts, 'client'>,
  message: Message<z.ZodType<object, object>, Output>,
  request: RequestContext,
): Promise<Answer<z.output<Output>> | Refusal> =>
  client.request(message, {}, contextOf(request), { timeoutMs: ANSWER_TIMEOUT_MS });

export const isService = (name: string): name is ServiceName =>
  SERVICE_NAMES.some((service) => service === name);
