// Gives a test a Temporal namespace of its own: workers of several tests must not take each other's work.
import { randomBytes } from 'node:crypto';
import { sharedTemporalAddress } from './shared-servers.ts';

// protobuf.js accepts a number, though its types say Long.
const DAY = { seconds: 86_400 as never };

/** Settings of a process that works in it. */
export type TemporalNamespace = {
  readonly TEMPORAL_ADDRESS: string;
  readonly TEMPORAL_NAMESPACE: string;
};

/** Registers a namespace in the shared server, which knows it everywhere after some seconds. */
export const openTemporalNamespace = async (name: string): Promise<TemporalNamespace> => {
  // Loaded here, as most tests don't use it.
  const { Connection } = await import('@temporalio/client');
  const address = await sharedTemporalAddress();
  const namespace = `${name}-${randomBytes(6).toString('hex')}`;
  const connection = await Connection.connect({ address });
  await connection.workflowService.registerNamespace({ namespace, workflowExecutionRetentionPeriod: DAY });
  await connection.close();
  return { TEMPORAL_ADDRESS: address, TEMPORAL_NAMESPACE: namespace };
};
