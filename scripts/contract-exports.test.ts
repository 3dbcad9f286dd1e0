// Every export of the contracts has a consumer: another file, of the contracts or beyond, that is no test.
import { expect, test } from 'vitest';
import { sourceFiles } from './source-files.ts';

const OF_TESTS = /\.(test|spec)\.tsx?$|-under-test\.tsx?$|^e2e\/|\/fixtures\/|^libs\/testing\//;
const PUBLIC_NAMES = 'libs/contracts/src/index.ts';
const NAMED_IMPORT = /import (?:type )?\{([^}]*)\} from '(@tradeium\/contracts|\.[^']*)'/g;

const files = sourceFiles().filter(({ path }) => !OF_TESTS.test(path) && path !== PUBLIC_NAMES);
const isOfContracts = (path: string): boolean => path.startsWith('libs/contracts/src/');

/** The names that a file takes from the contracts. */
const takenBy = ({ path, text }: { path: string; text: string }): string[] =>
  [...text.matchAll(NAMED_IMPORT)]
    .filter(([, , source]) => isOfContracts(path) || source === '@tradeium/contracts')
    .flatMap(([, names = '']) => names.split(','))
    .map((name) =>
      name
        .trim()
        .replace(/^type /, '')
        .replace(/ as .*$/, ''),
    );

test('every export of the contracts is used elsewhere, and not only by tests', () => {
  const taken = new Set(files.flatMap(takenBy));
  const exported = files
    .filter(({ path }) => isOfContracts(path))
    .flatMap(({ path, text }) =>
      [...text.matchAll(/^export (?:const|type) (\w+)/gm)].map(([, name = '']) => ({ path, name })),
    );
  expect(exported.length).toBeGreaterThan(200);
  expect(exported.filter(({ name }) => !taken.has(name))).toEqual([]);
});
