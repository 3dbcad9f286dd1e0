// The Secrets that the pods of manifests read, filled from a folder on this machine: none with data is ever in the repository.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { SetupError } from '@tradeium/embedded';
import { type Manifest, type Pod, podsIn } from './manifests.ts';

/** Where pods see their secrets, a file for each. */
const MOUNTED = '/run/secrets/tradeium/';
const DEFAULT_NAMESPACE = 'default';

/** A Secret that a pod reads, and the files that it must have. */
export type NeededSecret = {
  readonly namespace: string;
  readonly name: string;
  readonly keys: readonly string[];
};

/** The variables of a pod's processes, those of its ConfigMaps included. */
export const environmentOf = (
  { spec }: Pod,
  namespace: string,
  objects: readonly Manifest[],
): Record<string, string> => {
  const dataOf = (name: string) =>
    objects.find(
      ({ kind, metadata }) =>
        kind === 'ConfigMap' && metadata.name === name && metadata.namespace === namespace,
    )?.data;
  return Object.assign(
    {},
    ...spec.containers.flatMap(({ env = [], envFrom = [] }) => [
      ...envFrom.map(({ configMapRef }) => dataOf(configMapRef.name) ?? {}),
      Object.fromEntries(env.map(({ name, value = '' }) => [name, value])),
    ]),
  );
};

/** The files of Secrets that a pod reads, as `SECRET/KEY`: by the paths in its environment, by its variables, and by its volumes. */
const keysOf = (pod: Pod, namespace: string, objects: readonly Manifest[]): string[] => {
  const { containers, initContainers = [], volumes = [] } = pod.spec;
  const mounted = volumes.find(({ name }) => name === 'secrets')?.secret?.secretName;
  const paths = Object.values(environmentOf(pod, namespace, objects)).filter((value) =>
    value.startsWith(MOUNTED),
  );
  return [
    ...paths.map((path) => `${mounted}/${path.slice(MOUNTED.length)}`),
    ...[...containers, ...initContainers].flatMap(({ env = [] }) =>
      env.flatMap(({ valueFrom }) => {
        const ref = valueFrom?.secretKeyRef;
        return ref ? [`${ref.name}/${ref.key}`] : [];
      }),
    ),
    ...volumes.flatMap(({ secret }) =>
      (secret?.items ?? []).map(({ key }) => `${secret?.secretName}/${key}`),
    ),
  ];
};

/** The Secrets of these objects' pods, each with all the files that a pod of its namespace reads. */
export const secretsNeeded = (objects: readonly Manifest[]): NeededSecret[] => {
  const needed = new Map<string, { namespace: string; name: string; keys: Set<string> }>();
  for (const { owner, pod } of podsIn(objects)) {
    const namespace = owner.metadata.namespace ?? DEFAULT_NAMESPACE;
    for (const path of keysOf(pod, namespace, objects)) {
      const [name = '', key = ''] = path.split('/');
      const secret = needed.get(`${namespace}/${name}`) ?? { namespace, name, keys: new Set() };
      needed.set(`${namespace}/${name}`, secret);
      secret.keys.add(key);
    }
  }
  return [...needed.values()].map(({ keys, ...secret }) => ({ ...secret, keys: [...keys].sort() }));
};

/**
 * The Secrets with what the folder has: `NAME` in the folder of the process goes before the `NAME` that all share. Throws
 * a SetupError that names every file that is missing.
 */
export const filledSecrets = async (needed: readonly NeededSecret[], folder: string): Promise<Manifest[]> => {
  const missing = new Set<string>();
  const filled: Manifest[] = [];
  for (const { namespace, name, keys } of needed) {
    const data: Record<string, string> = {};
    for (const key of keys) {
      const bytes = (await contentOf(join(folder, name, key))) ?? (await contentOf(join(folder, key)));
      if (bytes === null) missing.add(key);
      else data[key] = bytes.toString('base64');
    }
    filled.push({ apiVersion: 'v1', kind: 'Secret', metadata: { name, namespace }, data } as Manifest);
  }
  if (missing.size > 0)
    throw new SetupError(
      `${folder} lacks ${[...missing].sort().join(', ')}: npm run secrets makes those that can be made up, ` +
        'write the others yourself, for one process in a folder with its name; empty where there is none.',
    );
  return filled;
};

const contentOf = (file: string): Promise<Buffer | null> =>
  readFile(file).catch((cause: NodeJS.ErrnoException) => {
    if (cause.code === 'ENOENT' || cause.code === 'ENOTDIR') return null;
    throw cause;
  });
