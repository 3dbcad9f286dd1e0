// The one-node Kubernetes on this machine: its commands, and what its pods are given.
import { mkdir, writeFile } from 'node:fs/promises';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { cacheRoot, lastLine, root, run } from '@tradeium/embedded';

const NODE = join(root, 'infra', 'cluster', 'node', 'node.sh');
/** Building the node takes 16 minutes on two cores. */
const TIMEOUT_MS = 45 * 60_000;

/** Where the node is built and runs. */
export const nodeRoot = process.env.ROOT ?? join(cacheRoot(), 'kubernetes');

const printed = (chunk: Buffer) => void process.stderr.write(chunk);

/** Runs a command of the node; its output. Throws with its last line. */
export const onNode = async (
  args: readonly string[],
  { isShown = false }: { isShown?: boolean } = {},
): Promise<string> => {
  const env = { HOME: homedir(), ...process.env, ROOT: nodeRoot };
  const options = { timeoutMs: TIMEOUT_MS, env, ...(isShown && { onOutput: printed }) };
  const { code, output } = await run(NODE, args, options);
  if (code !== 0) throw new Error(`${args.slice(0, 8).join(' ')}: ${lastLine(output)}`);
  return output;
};

/** Runs kubectl on the node. */
export const kubectl = (...args: readonly string[]): Promise<string> => onNode(['k', ...args]);

/** Applies objects as the server checks them, strictly. */
export const apply = async (yaml: string): Promise<void> => {
  const file = join(tmpdir(), `tradeium-trial-${process.pid}.yaml`);
  await writeFile(file, yaml, { mode: 0o600 });
  await kubectl('apply', '--validate=strict', '--filename', file);
};

/** A folder of the node's disk for each claim of the servers: the node has no storage class. */
export const makeVolumes = async (claims: readonly string[], namespace: string): Promise<void> => {
  for (const claim of claims) {
    const path = join(nodeRoot, 'run', 'volumes', claim);
    await mkdir(path, { recursive: true });
    // As a storage class does by the `fsGroup` of the pod.
    await onNode(['in', 'chown', ':10001', path]);
    await onNode(['in', 'chmod', 'g+rwxs', path]);
    await apply(volume(claim, namespace, path));
  }
};

const volume = (claim: string, namespace: string, path: string): string => `apiVersion: v1
kind: PersistentVolume
metadata: { name: ${claim} }
spec:
  capacity: { storage: 20Gi }
  accessModes: [ReadWriteOnce]
  storageClassName: ""
  claimRef: { namespace: ${namespace}, name: ${claim} }
  hostPath: { path: ${path} }
`;
