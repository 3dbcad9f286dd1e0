// The schemas of Kubernetes' objects, version by version, from a package of PyPI: checks need no network once it is there.
import { mkdtemp, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import {
  cacheRoot,
  findPython,
  lastLine,
  type Progress,
  run,
  SetupError,
  withLock,
} from '@tradeium/embedded';

const PACKAGE_VERSION = '1.37.0';
const UNPACK = join(import.meta.dirname, 'schemas.py');

/** A template of kubeconform's for the place of a schema. */
const locationIn = (folder: string): string =>
  join(folder, '{{.NormalizedKubernetesVersion}}', '{{.ResourceKind}}{{.KindSuffix}}.json');

/** Where kubeconform finds its schemas; gets them when this machine lacks them. Throws a SetupError. */
export const schemaLocation = async (progress: Progress): Promise<string> => {
  const folder = join(cacheRoot(), `kubernetes-schemas-${PACKAGE_VERSION}`);
  const isThere = () =>
    stat(folder).then(
      () => true,
      () => false,
    );
  const onWait = () => progress('schemas of Kubernetes: another process is getting them, waiting');
  await withLock(`${folder}.lock`, onWait, async () => {
    if (!(await isThere())) await getSchemas(folder);
  });
  return locationIn(folder);
};

const getSchemas = async (folder: string): Promise<void> => {
  const draft = await mkdtemp(join(dirname(folder), 'kubernetes-schemas-'));
  try {
    const { command } = await findPython();
    const wheel = ['--no-deps', '--dest', draft, `kubernetes-validate==${PACKAGE_VERSION}`];
    await runPython(command, ['-m', 'pip', 'download', '--no-input', ...wheel]);
    const [file] = (await readdir(draft)).filter((name) => name.endsWith('.whl'));
    if (!file) throw new SetupError(`kubernetes-validate ${PACKAGE_VERSION} has no wheel.`);
    await runPython(command, [UNPACK, join(draft, file), join(draft, 'schemas')]);
    await rename(join(draft, 'schemas'), folder);
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
};

const runPython = async (command: string, args: readonly string[]): Promise<void> => {
  const { code, output } = await run(command, args, { timeoutMs: 300_000 });
  if (code !== 0) throw new SetupError(`The schemas of Kubernetes: ${lastLine(output)}`);
};
