// A real Temporal server, a service's bundled workflows, and their stored histories.
import { randomUUID } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Client } from '@temporalio/client';
import type { LogEntry, NativeConnection } from '@temporalio/worker';
import type { ServiceName } from '@tradeium/contracts';
import { vi } from 'vitest';
import { workflowBundle } from './servers/shared-servers.ts';
import { openTemporalNamespace } from './servers/temporal-namespace.ts';

export type WorkflowsUnderTest = {
  readonly connection: NativeConnection;
  /** The test file's own: the queues of services have one name each, and other files' workers ask the same server for work. */
  readonly namespace: string;
  readonly client: Client;
  readonly bundle: { code: string };
  /** Runs a workflow to its end on a worker with these activities, and records its history under `history` on request. */
  outcomeOf(
    workflowType: string,
    args: unknown[],
    activities: object,
    history: string | null,
  ): Promise<unknown>;
  /** Records a workflow's history for `replay`; only on request, after an intended change. */
  record(name: string, workflowId: string): Promise<void>;
  /** Replays a stored history; rejects when the workflow now behaves differently. */
  replay(name: string): Promise<void>;
  close(): Promise<void>;
};

const NAMESPACE_KNOWN = { timeout: 60_000, interval: 100 };

/** A workflow's log belongs to its test. */
const printed = ({ level, message, meta }: LogEntry): void => {
  if (meta?.sdkComponent !== 'workflow') console.error(level, message, meta);
};

/** Stack traces name the recording machine's folders; replay ignores them. */
const forgetStackTraces = (value: unknown): void => {
  if (typeof value !== 'object' || value === null || value instanceof Uint8Array) return;
  if ('stackTrace' in value) value.stackTrace = '';
  Object.values(value).forEach(forgetStackTraces);
};

/**
 * Connects, once per test file, as Temporal has one runtime per process. `histories` is the folder of histories (with a
 * trailing slash).
 */
export const openWorkflows = async (service: ServiceName, histories: URL): Promise<WorkflowsUnderTest> => {
  // Loaded here, as most tests don't use it.
  const { Client, Connection } = await import('@temporalio/client');
  const { DefaultLogger, NativeConnection, Runtime, Worker } = await import('@temporalio/worker');
  const { History } = (await import('@temporalio/proto')).temporal.api.history.v1;
  const fileOf = (name: string): string => fileURLToPath(new URL(`${name}.history.bin`, histories));
  Runtime.install({ logger: new DefaultLogger('ERROR', printed) });
  const { TEMPORAL_ADDRESS: address, TEMPORAL_NAMESPACE: namespace } = await openTemporalNamespace(service);
  const connection = await NativeConnection.connect({ address });
  const client = new Client({ connection: await Connection.connect({ address }), namespace });
  const bundle = { code: await readFile(await workflowBundle(service), 'utf8') };
  await vi.waitFor(() => client.workflow.count(), NAMESPACE_KNOWN);
  const record: WorkflowsUnderTest['record'] = async (name, workflowId) => {
    if (!process.env.RECORD_HISTORIES) return;
    const history = await client.workflow.getHandle(workflowId).fetchHistory();
    forgetStackTraces(history);
    writeFileSync(fileOf(name), History.encode(history).finish());
  };
  return {
    connection,
    namespace,
    client,
    bundle,
    outcomeOf: async (workflowType, args, activities, history) => {
      const workflowId = randomUUID();
      const ours = { connection, namespace, taskQueue: workflowId, workflowBundle: bundle };
      const worker = await Worker.create({ ...ours, activities });
      const outcome: unknown = await worker.runUntil(
        client.workflow.execute(workflowType, { workflowId, taskQueue: workflowId, args }),
      );
      if (history !== null) await record(history, workflowId);
      return outcome;
    },
    record,
    replay: async (name) => {
      const history = History.decode(readFileSync(fileOf(name)));
      await Worker.runReplayHistory({ workflowBundle: bundle, replayName: name }, history);
    },
    close: async () => {
      await client.connection.close();
      await connection.close();
    },
  };
};
