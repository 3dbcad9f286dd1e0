// The checks of a trial, run on the node itself: the product works, stays up while it changes, and its edges hold.

import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SERVICE_NAMES } from '@tradeium/contracts';
import { lastLine, root, run } from '@tradeium/embedded';
import { runsBesideBroken } from './broken-runner.ts';
import { forward } from './forward.ts';
import { type Served, whileUsersWork } from './load.ts';

const GATEWAY_PORT = 4000;
const MAIL_PORT = 4204;
const PRODUCT = ['tradeium', 'tradeium-runner'];
const urls = { gateway: `http://localhost:${GATEWAY_PORT}`, mail: `http://127.0.0.1:${MAIL_PORT}` };

const kubectl = async (...args: readonly string[]): Promise<string> => {
  const { code, output } = await run('kubectl', args, { timeoutMs: 600_000 });
  if (code !== 0) throw new Error(lastLine(output));
  return output.trim();
};

let failures = 0;
const check = async (name: string, work: () => Promise<string | undefined>): Promise<void> => {
  const started = performance.now();
  const problem = await work().catch((cause: unknown) => String(cause));
  if (problem !== undefined) failures += 1;
  const seconds = Math.round((performance.now() - started) / 1_000);
  console.log(
    `${problem === undefined ? 'ok  ' : 'FAIL'} ${name} (${seconds} s)${problem ? `: ${problem}` : ''}`,
  );
};

const noneLost = ({ requests, runs, lost }: Served): string | undefined => {
  console.log(`     ${requests} requests, ${runs} runs, ${lost.length} lost`);
  return lost.length === 0 ? undefined : [...new Set(lost)].slice(0, 10).join('; ');
};

const addressOf = (namespace: string, service: string) =>
  kubectl('--namespace', namespace, 'get', 'service', service, '--output', 'jsonpath={.spec.clusterIP}');

const deployments = async (namespace: string): Promise<string[]> =>
  (await kubectl('--namespace', namespace, 'get', 'deployments', '--output', 'name')).split('\n');

const rolledOut = (namespace: string, name: string) =>
  kubectl('--namespace', namespace, 'rollout', 'status', name, '--timeout=300s');

/** Every process of the product is replaced, pod by pod. */
const upgrade = async (): Promise<void> => {
  for (const namespace of PRODUCT)
    for (const name of await deployments(namespace)) {
      await kubectl('--namespace', namespace, 'rollout', 'restart', name);
      await rolledOut(namespace, name);
    }
};

/** As a drain does, with one node: a pod of each deployment is evicted, then the other one. */
const evictAll = async (): Promise<void> => {
  const file = join(tmpdir(), 'tradeium-eviction.json');
  for (const namespace of PRODUCT)
    for (const name of await deployments(namespace)) {
      const app = `app.kubernetes.io/name=${name.split('/')[1]}`;
      const names = ['--namespace', namespace, 'get', 'pods', '--selector', app, '--output', 'name'];
      for (const pod of (await kubectl(...names)).split('\n').map((path) => path.split('/')[1] ?? '')) {
        const metadata = { name: pod, namespace };
        await writeFile(file, JSON.stringify({ apiVersion: 'policy/v1', kind: 'Eviction', metadata }));
        const path = `/api/v1/namespaces/${namespace}/pods/${pod}/eviction`;
        await kubectl('create', '--raw', path, '--filename', file);
        await kubectl('--namespace', namespace, 'wait', '--for=delete', `pod/${pod}`, '--timeout=300s');
        await rolledOut(namespace, name);
      }
    }
};

/** The targets that a pod of the runner can connect to, of all that there are. */
const reachable = async (targets: Readonly<Record<string, string>>): Promise<string[]> => {
  const program = [
    'import json, socket, sys',
    'for name, address in json.loads(sys.argv[1]).items():',
    '    host, port = address.rsplit(":", 1)',
    '    try: socket.create_connection((host, int(port)), 2).close(); print(name)',
    '    except OSError: pass',
  ].join('\n');
  const python = ['python3', '-c', program, JSON.stringify(targets)];
  const from = ['--namespace', 'tradeium-runner', 'exec', 'deploy/strategy-runner', '--'];
  return (await kubectl(...from, ...python)).split('\n').filter(Boolean);
};

const edges = async (): Promise<string | undefined> => {
  const podOf = async (namespace: string, name: string, port: number) => {
    const app = [
      '--selector',
      `app.kubernetes.io/name=${name}`,
      '--output',
      'jsonpath={.items[0].status.podIP}',
    ];
    return `${await kubectl('--namespace', namespace, 'get', 'pods', ...app)}:${port}`;
  };
  const reached = await reachable({
    temporal: await podOf('tradeium-servers', 'temporal', 7233),
    s3: await podOf('tradeium-servers', 's3', 7070),
    nats: await podOf('tradeium-servers', 'nats', 4222),
    'monitoring of nats': await podOf('tradeium-servers', 'nats', 8222),
    mongodb: await podOf('tradeium-servers', 'mongodb', 27017),
    postgresql: await podOf('tradeium-servers', 'postgresql', 5432),
    gateway: await podOf('tradeium', 'gateway', 4000),
    'health of auth': await podOf('tradeium', 'auth', 4101),
    'stand-ins': await podOf('tradeium-stand-ins', 'stand-ins', 4201),
    'API server': '10.96.0.1:443',
    kubelet: '192.0.2.1:10250',
  });
  return reached.join() === 'temporal,s3' ? undefined : `the runner reaches ${reached.join(', ')}`;
};

/** The product's status, as the operator's pod prints it. */
const operatorsStatus = async (): Promise<string | undefined> => {
  const scale = (replicas: number) =>
    kubectl('--namespace', 'tradeium', 'scale', 'statefulset/operator', `--replicas=${replicas}`);
  await scale(1);
  await rolledOut('tradeium', 'statefulset/operator');
  try {
    const status = ['node', 'scripts/operate.ts', 'status'];
    const said = await kubectl('--namespace', 'tradeium', 'exec', 'operator-0', '--', ...status);
    const silent = SERVICE_NAMES.filter((name) => !new RegExp(`^${name} +capability `, 'm').test(said));
    return silent.length === 0 ? undefined : `nothing is heard of ${silent.join(', ')}: ${lastLine(said)}`;
  } finally {
    await scale(0);
  }
};

/** Those of the browser's stories that need nothing but the product's address and its mails. */
const STORIES = ['first-backtest', 'agent-chat', 'landing', 'results'];

const stories = async (): Promise<string | undefined> => {
  const env = { ...process.env, PRODUCT_URL: urls.gateway, PRODUCT_MAIL_URL: urls.mail };
  const args = ['playwright', 'test', '--config', 'e2e/playwright.config.ts', ...STORIES];
  const { code, output } = await run('npx', args, { timeoutMs: 1_200_000, cwd: root, env });
  return code === 0 ? undefined : output.slice(-2_000);
};

await forward(GATEWAY_PORT, await addressOf('tradeium', 'gateway'), GATEWAY_PORT);
await forward(MAIL_PORT, await addressOf('tradeium-stand-ins', 'stand-ins'), MAIL_PORT);
await check('the runner reaches Temporal and the object store, and nothing else', edges);
await check('an operator asks for the status, and all is well', operatorsStatus);
await check(`the browser's stories pass: ${STORIES.join(', ')}`, stories);
await check('a runner without a sandbox takes no runs from those that have one', () =>
  runsBesideBroken(kubectl, urls),
);
await check('an upgrade of every deployment loses nothing', async () =>
  noneLost(await whileUsersWork(urls, upgrade)),
);
await check('an eviction of every pod loses nothing', async () =>
  noneLost(await whileUsersWork(urls, evictAll)),
);
console.log(failures === 0 ? 'All checks passed.' : `${failures} checks failed.`);
process.exit(failures === 0 ? 0 : 1);
