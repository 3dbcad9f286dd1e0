// A real Temporal server, a service's workflows as they are bundled for it, and their stored histories.
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Client } from '@temporalio/client';
import type { NativeConnection } from '@temporalio/worker';
import { sharedTemporalAddress } from './shared-servers.ts';

export type WorkflowsUnderTest = {
  readonly connection: NativeConnection;
  readonly client: Client;
  readonly bundle: { code: string };
  /** Keeps a workflow's history for `replay`; only when it is asked for, after a change that is meant. */
  record(name: string, workflowId: string): Promise<void>;
  /** Runs a kept history again; rejects when the workflow now does something else. */
  replay(name: string): Promise<void>;
  close(): Promise<void>;
};

/** Stack traces name folders of the machine that recorded; nothing is replayed from them. */
const forgetStackTraces = (value: unknown): void => {
  if (typeof value !== 'object' || value === null || value instanceof Uint8Array) return;
  if ('stackTrace' in value) value.stackTrace = '';
  Object.values(value).forEach(forgetStackTraces);
};

/**
 * Connects, once a test file, as Temporal's runtime is one a process. `workflows` is the entry of the bundle,
 * `histories` the folder (with a slash at its end) in which histories are kept.
 */
export const openWorkflows = async (files: {
  workflows: URL;
  histories: URL;
}): Promise<WorkflowsUnderTest> => {
  // Loaded here, as most tests have no use for it.
  const { Client, Connection } = await import('@temporalio/client');
  const { bundleWorkflowCode, DefaultLogger, NativeConnection, Runtime, Worker } = await import(
    '@temporalio/worker'
  );
  const { History } = (await import('@temporalio/proto')).temporal.api.history.v1;
  const fileOf = (name: string): string => fileURLToPath(new URL(`${name}.history.bin`, files.histories));
  const logger = new DefaultLogger('ERROR');
  Runtime.install({ logger });
  const address = await sharedTemporalAddress();
  const connection = await NativeConnection.connect({ address });
  const client = new Client({ connection: await Connection.connect({ address }) });
  const bundle = await bundleWorkflowCode({ workflowsPath: fileURLToPath(files.workflows), logger });
  return {
    connection,
    client,
    bundle,
    record: async (name, workflowId) => {
      if (!process.env.RECORD_HISTORIES) return;
      const history = await client.workflow.getHandle(workflowId).fetchHistory();
      forgetStackTraces(history);
      writeFileSync(fileOf(name), History.encode(history).finish());
    },
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
