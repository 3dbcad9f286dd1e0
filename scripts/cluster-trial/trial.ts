// A trial of the manifests: everything on a real node, then the checks, whose result counts.
import { access, copyFile, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { filledSecrets, objectsIn, podsIn, render, secretsNeeded } from '@tradeium/cluster';
import { lastLine, root, run, writeSecrets } from '@tradeium/embedded';
import { stringify } from 'yaml';
import { apply, kubectl, makeVolumes, nodeRoot, onNode } from './node.ts';

const OVERLAY = 'overlays/trial';
const DECLARE = 'overlays/trial/declare';
const NAMESPACES = ['tradeium-servers', 'tradeium-stand-ins', 'tradeium', 'tradeium-runner'];
const CHECKS = join(import.meta.dirname, 'checks.ts');
const SECCOMP_PROFILE = join(root, 'infra', 'docker', 'seccomp-runner.json');

const say = (line: string) => console.log(line);

const isThere = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  );

/** Builds the node once, and starts it unless it runs. */
const startNode = async (): Promise<void> => {
  if (!(await isThere(join(nodeRoot, 'bin', 'kubelet')))) {
    say('Building Kubernetes from source: about 16 minutes on two cores …');
    for (const step of ['deps', 'build', 'images']) await onNode([step], { isShown: true });
  }
  if (!(await isThere(join(nodeRoot, 'run', 'init.pid')))) await onNode(['up']);
  const profiles = join(nodeRoot, 'run', 'kubelet', 'seccomp', 'profiles');
  await mkdir(profiles, { recursive: true });
  await copyFile(SECCOMP_PROFILE, join(profiles, 'tradeium-runner.json'));
};

/** Loads the images of all pods from the engine of this machine. */
const loadImages = async (images: readonly string[]): Promise<void> => {
  const engine = process.env.CONTAINER_ENGINE ?? 'docker';
  const archive = join(nodeRoot, 'images.tar');
  const { code, output } = await run(engine, ['save', '--output', archive, ...images], {
    timeoutMs: 600_000,
  });
  if (code !== 0) throw new Error(`${engine} save: ${lastLine(output)}: build them with npm run images`);
  await onNode(['load', archive]);
  await rm(archive);
};

/** Writes the operator's own settings besides the secrets that are made up; third parties are stand-ins. */
const writeOwn = async (directory: string): Promise<void> => {
  const password = await readFile(join(directory, 'MONGODB_PASSWORD'), 'utf8');
  const own = {
    MONGODB_URL: `mongodb://tradeium:${password}@mongodb.tradeium-servers:27017/?authSource=admin`,
    SMTP_URL: 'smtp://stand-ins:4205',
    MODEL_API_KEY: '',
  };
  for (const [name, value] of Object.entries(own)) await writeFile(join(directory, name), value);
};

const makeSecrets = async (rendered: readonly string[]): Promise<void> => {
  const directory = await mkdtemp(join(tmpdir(), 'tradeium-trial-'));
  try {
    await writeSecrets(directory);
    await writeOwn(directory);
    const needed = secretsNeeded(rendered.flatMap(objectsIn));
    const secrets = await filledSecrets(needed, directory);
    await apply(secrets.map((secret) => stringify(secret)).join('---\n'));
  } finally {
    await rm(directory, { recursive: true });
  }
};

const rolledOut = async (namespace: string): Promise<void> => {
  const names = await kubectl(
    '--namespace',
    namespace,
    'get',
    'deployments,statefulsets',
    '--output',
    'name',
  );
  for (const name of names.split('\n').filter(Boolean))
    await kubectl('--namespace', namespace, 'rollout', 'status', name, '--timeout=300s');
};

/** Applies the trial's overlay to the node, as k8s/README.md tells operators to. */
const applyAll = async (): Promise<void> => {
  const [declare, overlay] = await Promise.all([
    render(DECLARE, console.error),
    render(OVERLAY, console.error),
  ]);
  const objects = [declare, overlay].flatMap(objectsIn);
  say('Loading images …');
  await loadImages([
    ...new Set(
      podsIn(objects).flatMap(({ pod }) =>
        [...pod.spec.containers, ...(pod.spec.initContainers ?? [])].map(({ image }) => image),
      ),
    ),
  ]);
  const ofKind = (...kinds: string[]) => objects.filter(({ kind }) => kinds.includes(kind));
  await apply(
    ofKind('Namespace')
      .map((object) => stringify(object))
      .join('---\n'),
  );
  await makeSecrets([declare, overlay]);
  await makeVolumes(['data-nats-0', 'data-mongodb-0', 'data-postgresql-0', 'data-s3-0'], 'tradeium-servers');
  await makeVolumes(['data-stand-ins-0'], 'tradeium-stand-ins');
  say('Starting the servers …');
  const servers = objects.filter(({ metadata }) => /-(servers|stand-ins)$/.test(metadata.namespace ?? ''));
  await apply(servers.map((object) => stringify(object)).join('---\n'));
  for (const namespace of NAMESPACES.slice(0, 2)) await rolledOut(namespace);
  say('Declaring streams …');
  await apply(declare);
  await kubectl(
    '--namespace',
    'tradeium',
    'wait',
    '--for=condition=Complete',
    'job',
    '--all',
    '--timeout=300s',
  );
  say('Starting the product …');
  await apply(overlay);
  for (const namespace of NAMESPACES.slice(2)) await rolledOut(namespace);
};

/** Tries everything on the node; throws when a check does not pass. The node is left as it is: `node.sh down` ends it. */
export const tryOnNode = async (): Promise<void> => {
  await startNode();
  await applyAll();
  const seconds = 60 * 60;
  await onNode(['in', 'timeout', String(seconds), process.execPath, CHECKS], { isShown: true });
};
