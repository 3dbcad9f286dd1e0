// A step of node.Dockerfile: adds the files of an image to its packages and removes those that no process reads.
import { existsSync } from 'node:fs';
import { cp, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { contentsOf } from './contents.ts';

const [image, source = '', target = ''] = process.argv.slice(2);
const { files } = contentsOf(image, source);

/** Of our own folders; of packages, what only compilers, debuggers and authors read. */
const OWN = /(\.test\.tsx?|\.inputs|-under-test\.ts|\/README\.md|\/(node_modules|fixtures|golden))$/;
const PACKAGES = /^(?!licen[cs]e|notice).*\.(map|[cm]?ts|tsx|flow|md|markdown)$/i;
const MACHINE = process.arch === 'arm64' ? 'aarch64-unknown-linux-gnu' : 'x86_64-unknown-linux-gnu';

/** Parts of packages that are for others: browsers, other machines, tests. */
const UNUSED = [
  'ccxt/dist/ccxt.browser.min.js',
  // Its code is read from js/src; its main file only shows where that is.
  'ccxt/dist/cjs',
  'openai/src',
  ...['swagger-ui-es-bundle.js', 'swagger-ui-es-bundle-core.js', 'swagger-ui.js'].map(
    (file) => `swagger-ui-dist/${file}`,
  ),
];

const namesIn = (folder: string) => (existsSync(folder) ? readdir(folder) : []);

for (const file of files)
  await cp(join(source, file), join(target, file), { recursive: true, filter: (path) => !OWN.test(path) });

const packages = join(target, 'node_modules');
for (const path of UNUSED) await rm(join(packages, path), { recursive: true, force: true });
const cores = join(packages, '@temporalio', 'core-bridge', 'releases');
for (const name of await namesIn(cores))
  if (name !== MACHINE) await rm(join(cores, name), { recursive: true });
for (const entry of await readdir(packages, { recursive: true, withFileTypes: true }))
  if (entry.isFile() && PACKAGES.test(entry.name)) await rm(join(entry.parentPath, entry.name));
