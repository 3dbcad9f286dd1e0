// Nothing is exported without a consumer: within the contracts in a file that is not a test, for public names in one outside them.
import { expect, test } from 'vitest';
import { type SourceFile, sourceFiles } from './source-files.ts';

const OF_TESTS = /\.(test|spec)\.tsx?$|-under-test\.tsx?$|^e2e\/|\/fixtures\/|^libs\/testing\//;
const NAMED_IMPORT = /import (?:type )?\{([^}]*)\} from '(@tradeium\/contracts(?:\/markdown)?|\.[^']*)'/g;

const files = sourceFiles();
const isOfContracts = ({ path }: SourceFile): boolean => path.startsWith('libs/contracts/src/');
const ofContracts = files.filter((file) => isOfContracts(file) && !OF_TESTS.test(file.path));

/** The names in the braces of an import or an export, as the other file calls them. */
const namesIn = (braces: string): string[] =>
  braces
    .split(',')
    .map((name) =>
      name
        .trim()
        .replace(/^type /, '')
        .replace(/ as .*$/, ''),
    )
    .filter((name) => name !== '');

/** The names that a file takes from the contracts. */
const takenBy = (file: SourceFile): string[] =>
  [...file.text.matchAll(NAMED_IMPORT)]
    .filter(([, , source]) => isOfContracts(file) || source?.startsWith('@tradeium/contracts'))
    .flatMap(([, braces = '']) => namesIn(braces));

test('every export of the contracts is used elsewhere, and not only by tests', () => {
  const taken = new Set(files.filter(({ path }) => !OF_TESTS.test(path)).flatMap(takenBy));
  const exported = ofContracts.flatMap(({ path, text }) =>
    [...text.matchAll(/^export (?:const|type) (\w+)/gm)].map(([, name = '']) => ({ path, name })),
  );
  expect(exported.length).toBeGreaterThan(200);
  expect(exported.filter(({ name }) => !taken.has(name))).toEqual([]);
});

/** Those of live trading stand in their own file, since one would be too long. */
const ofPublicNames = ofContracts.filter(({ path }) => /\/src\/(index|trading)\.ts$/.test(path));

test('every public name of the contracts is used outside of them, if only by tests', () => {
  const taken = new Set(files.filter((file) => !isOfContracts(file)).flatMap(takenBy));
  const named = ofPublicNames.flatMap(({ text }) =>
    [...text.matchAll(/^export (?:type )?\{([^}]*)\} from/gm)].flatMap(([, braces = '']) => namesIn(braces)),
  );
  expect(named.length).toBeGreaterThan(200);
  expect(named.filter((name) => !taken.has(name))).toEqual([]);
});

test('the public names of the contracts are written out', () => {
  const lines = ofPublicNames.flatMap(({ text }) => text.split('\n'));
  const unnamed = lines.filter((line) => line.startsWith('export ') && !/^export (type )?\{/.test(line));
  expect(unnamed).toEqual(["export * from './trading.ts';"]);
});
