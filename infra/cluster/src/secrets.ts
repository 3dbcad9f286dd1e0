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

/** The Secrets of these objects' pods, each with the files that the pod's environment names. */
export const secretsNeeded = (objects: readonly Manifest[]): NeededSecret[] =>
  podsIn(objects).flatMap(({ owner, pod }) => {
    const namespace = owner.metadata.namespace ?? DEFAULT_NAMESPACE;
    const mounted = pod.spec.volumes?.find(({ name }) => name === 'secrets')?.secret;
    if (!mounted) return [];
    const keys = Object.values(environmentOf(pod, namespace, objects))
      .filter((value) => value.startsWith(MOUNTED))
      .map((value) => value.slice(MOUNTED.length));
    return [{ namespace, name: mounted.secretName, keys: [...new Set(keys)].sort() }];
  });

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
