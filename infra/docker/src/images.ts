// Our images: the file, the arguments and the name of each, and the bases that they are made from.
import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { rootCertificates } from 'node:tls';
import { root, SetupError } from '@tradeium/embedded';
import type { Engine } from './engine.ts';

const FOLDER = 'infra/docker';
const PULL_TIMEOUT_MS = 10 * 60_000;
const IMAGES = {
  services: { file: 'node.Dockerfile', arguments: { IMAGE: 'services' } },
  jobs: { file: 'node.Dockerfile', arguments: { IMAGE: 'jobs' } },
  runner: { file: 'runner.Dockerfile', arguments: {} },
} as const;

export type ImageName = keyof typeof IMAGES;
export const IMAGE_NAMES = Object.keys(IMAGES) as readonly ImageName[];

/** The version that images and manifests carry: the repository's. */
export const VERSION: string = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).version;

/** The bases of a Dockerfile, as its arguments fix them. */
export const basesIn = (dockerfile: string): Readonly<Record<string, string>> =>
  Object.fromEntries(
    [...dockerfile.matchAll(/^ARG (\w+_IMAGE)=(\S+)$/gm)].map(([, name, value]) => [name, value]),
  );

/** The text of a Dockerfile of ours. */
export const dockerfile = (file: string): Promise<string> => readFile(join(root, FOLDER, file), 'utf8');

/** Builds an image and names it by its version and as the latest. */
export const buildImage = async (engine: Engine, name: ImageName): Promise<void> => {
  const { file, arguments: given } = IMAGES[name];
  await needBases(engine, file);
  await buildFrom(engine, file, { ...given, VERSION }, [
    `tradeium/${name}:${VERSION}`,
    `tradeium/${name}:latest`,
  ]);
};

/** Builds one of our Dockerfiles with the repository as its context. */
export const buildFrom = (
  engine: Engine,
  file: string,
  given: Readonly<Record<string, string>>,
  tags: readonly string[],
): Promise<void> =>
  engine.run([
    'build',
    ...['--file', join(root, FOLDER, file)],
    ...Object.entries({ ...given, ...certificates() }).flatMap(([key, value]) => [
      '--build-arg',
      `${key}=${value}`,
    ]),
    ...tags.flatMap((tag) => ['--tag', tag]),
    root,
  ]);

const CERTIFICATE = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g;
const withoutSpace = (text: string): string => text.replaceAll(/\s/g, '');

/** Where a proxy opens TLS, builds need its certificate as npm does here: what a bundle has beyond those that Node trusts anyway. */
export const certificates = (): Record<string, string> => {
  const file = process.env.NODE_EXTRA_CA_CERTS;
  if (!file) return {};
  const known = new Set(rootCertificates.map(withoutSpace));
  const all = readFileSync(file, 'utf8').match(CERTIFICATE) ?? [];
  return { CERTIFICATES: all.filter((one) => !known.has(withoutSpace(one))).join('\n') };
};

/** Has the bases of a Dockerfile on this machine. */
const needBases = async (engine: Engine, file: string): Promise<void> => {
  for (const base of Object.values(basesIn(await dockerfile(file))))
    if (!(await hasImage(engine, base)))
      throw new SetupError(
        `${base} cannot be pulled: on Debian as root, npm run images -- --bases makes it from Debian's packages and npm.`,
      );
};

/** True if an image is on this machine, or can be pulled now. */
export const hasImage = async (engine: Engine, image: string): Promise<boolean> =>
  (await engine.succeeds(['image', 'inspect', image])) ||
  (await engine.succeeds(['pull', image], PULL_TIMEOUT_MS));
