// The contents of the Node images: the workspaces whose packages are installed, and the files, by image.
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

const LIBRARIES = [
  'contracts',
  'credit-hold',
  'event-store',
  'exchange-patience',
  'portfolio',
  'service-kit',
].map((name) => `libs/${name}`);
const COMMON = ['package.json', 'LICENSE', 'infra/docker/src/health-check.ts'];
/** Where secrets are made, and the stand-ins for third parties. */
const FOR_JOBS = ['infra/embedded', 'infra/local'];

const MORE = {
  services: { workspaces: [], files: ['build/web', 'build/workflows'] },
  jobs: { workspaces: FOR_JOBS, files: ['scripts'] },
} as const;

export type NodeImage = keyof typeof MORE;
export const NODE_IMAGES = Object.keys(MORE) as readonly NodeImage[];

export type Contents = { readonly workspaces: readonly string[]; readonly files: readonly string[] };

/** The contents of an image by its name, as a Dockerfile passes it, of the repository in a folder. */
export const contentsOf = (name: string | undefined, folder: string): Contents => {
  const more = MORE[name as NodeImage];
  if (!more) throw new Error(`IMAGE must be one of ${NODE_IMAGES.join(', ')}, not ${name}`);
  const services = readdirSync(join(folder, 'services'))
    .map((service) => `services/${service}`)
    .filter((service) => existsSync(join(folder, service, 'package.json')));
  const workspaces = [...LIBRARIES, 'gateway', ...services, ...more.workspaces];
  return { workspaces, files: [...COMMON, ...workspaces, ...more.files] };
};
