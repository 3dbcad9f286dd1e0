// Leaves in a copy of the manifests only what an image's processes use, so that npm installs nothing else; a step of node.Dockerfile.
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { contentsOf } from './contents.ts';

const [image, folder = ''] = process.argv.slice(2);
const { workspaces } = contentsOf(image, folder);

// A workspace's own tests and tools lead to other workspaces, whose packages npm would install even without its dev dependencies.
for (const path of ['.', ...workspaces]) {
  const file = join(folder, path, 'package.json');
  const {
    devDependencies: _,
    optionalDependencies: __,
    ...manifest
  } = JSON.parse(await readFile(file, 'utf8'));
  if (path === '.') manifest.workspaces = workspaces;
  await writeFile(file, JSON.stringify(manifest));
}
