// Every package that the project uses has a line that says why, with the version in use.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

type Manifest = Partial<
  Record<'dependencies' | 'devDependencies' | 'optionalDependencies', Record<string, string>>
>;

const manifests = execFileSync('git', ['ls-files', '*package.json'], { encoding: 'utf8' }).trim().split('\n');
const used = manifests.flatMap((path) => {
  const { dependencies, devDependencies, optionalDependencies } = JSON.parse(
    readFileSync(path, 'utf8'),
  ) as Manifest;
  return Object.entries({ ...dependencies, ...devDependencies, ...optionalDependencies });
});
const others = used.filter(([name]) => !name.startsWith('@tradeium/'));

test('docs/dependencies.md says why each package is here', () => {
  const rows = [...readFileSync('docs/dependencies.md', 'utf8').matchAll(/^\| `([^`]+)` +\| (\S+)/gm)];
  const versions = new Map(rows.map(([, name, version]) => [name, version]));
  const untold = others.filter(
    ([name, version]) => !name.startsWith('@types/') && versions.get(name) !== version,
  );
  expect(untold).toEqual([]);
});

test('every version is pinned', () => {
  expect(others.filter(([, version]) => !/^\d+\.\d+\.\d+$/.test(version))).toEqual([]);
});
