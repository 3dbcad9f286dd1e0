// Makes the base images where none can be pulled: Debian by debootstrap, Node from npm, under their official names.
import { cp, mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { findOnPath, lastLine, root, run, SetupError } from '@tradeium/embedded';
import type { Engine } from './engine.ts';
import { basesIn, dockerfile } from './images.ts';

const SUITE = 'bookworm';
const MIRROR = 'http://deb.debian.org';
const SOURCES = `deb ${MIRROR}/debian ${SUITE} main
deb ${MIRROR}/debian ${SUITE}-updates main
deb ${MIRROR}/debian-security ${SUITE}-security main
`;
/** Folders that the official image leaves out, too. */
const LEFT_OUT = ['var/cache/apt', 'var/lib/apt/lists', 'usr/share/doc', 'usr/share/man', 'usr/share/locale'];

/** Makes those that are missing. */
export const makeBases = async (engine: Engine): Promise<void> => {
  const { DEBIAN_IMAGE = '', NODE_IMAGE = '' } = basesIn(await dockerfile('node.Dockerfile'));
  const folder = join(root, 'build', 'bases');
  await rm(folder, { recursive: true, force: true });
  if (!(await engine.succeeds(['image', 'inspect', DEBIAN_IMAGE])))
    await makeDebian(engine, join(folder, 'debian'), DEBIAN_IMAGE);
  if (!(await engine.succeeds(['image', 'inspect', NODE_IMAGE])))
    await makeNode(engine, join(folder, 'node'), DEBIAN_IMAGE, NODE_IMAGE);
  await rm(folder, { recursive: true, force: true });
};

const makeDebian = async (engine: Engine, folder: string, name: string): Promise<void> => {
  if (!(await findOnPath('debootstrap', `${process.env.PATH}:/usr/sbin`)))
    throw new SetupError('debootstrap is missing: apt-get install debootstrap, and run this as root.');
  await mkdir(folder, { recursive: true });
  await done('debootstrap', ['--variant=minbase', SUITE, folder, `${MIRROR}/debian`]);
  await writeFile(join(folder, 'etc', 'apt', 'sources.list'), SOURCES);
  for (const path of LEFT_OUT) await rm(join(folder, path), { recursive: true, force: true });
  const archive = `${folder}.tar`;
  await done('tar', ['--directory', folder, '--create', '--file', archive, '.']);
  await engine.run(['import', '--change', 'CMD ["bash"]', archive, name]);
};

/** The Node that runs this, and the npm that started it. */
const makeNode = async (engine: Engine, folder: string, debian: string, name: string): Promise<void> => {
  const npm = process.env.npm_execpath;
  if (!npm?.endsWith('npm-cli.js')) throw new SetupError('Start this by npm: npm run images -- --bases.');
  await mkdir(folder, { recursive: true });
  await cp(process.execPath, join(folder, 'node'));
  await cp(dirname(dirname(npm)), join(folder, 'npm'), { recursive: true, dereference: true });
  const file = join(root, 'infra', 'docker', 'bases', 'node.Dockerfile');
  await engine.run(['build', '--file', file, '--build-arg', `DEBIAN_IMAGE=${debian}`, '--tag', name, folder]);
};

const done = async (command: string, args: readonly string[]): Promise<void> => {
  const { code, output } = await run(command, args, { timeoutMs: 20 * 60_000 });
  if (code !== 0) throw new SetupError(`${command} failed: ${lastLine(output)}`);
};
