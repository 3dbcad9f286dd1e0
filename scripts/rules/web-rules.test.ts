// The rules of the web's rooms: core and features know nothing above them, the app composes, and no imports run in circles.
import { posix } from 'node:path';
import { describe, expect, test } from 'vitest';
import { sourceFiles } from './source-files.ts';

const files = sourceFiles().filter(({ path }) => /^web\/src\/.*\.tsx?$/.test(path));
const code = files.filter(({ path }) => !/\.test\.tsx?$/.test(path));

/** The rooms from the lowest to the highest; a file imports from its own room and from lower ones. */
const ROOMS = ['lib', 'ui', 'core', 'features', 'app', 'testing'] as const;

const roomOf = (path: string) => ROOMS.find((room) => path.startsWith(`web/src/${room}/`));
const featureOf = (path: string) => /^web\/src\/features\/([a-z-]+)\//.exec(path)?.[1];

const pairs = (among: typeof files) =>
  among.flatMap(({ path, imports }) =>
    imports
      .filter((specifier) => specifier.startsWith('.'))
      .map((specifier) => ({ file: path, target: posix.join(posix.dirname(path), specifier) })),
  );

describe('the rooms of the web', () => {
  test('hold every file', () => {
    expect(files.filter(({ path }) => roomOf(path) === undefined).map(({ path }) => path)).toEqual([]);
  });

  test('import from lower rooms only; tests also from what they share', () => {
    const heightOf = (path: string) => ROOMS.findIndex((room) => path.startsWith(`web/src/${room}/`));
    const isTest = (path: string) => /\.test\.tsx?$/.test(path);
    const isAbove = ({ file, target }: { file: string; target: string }) =>
      heightOf(target) > heightOf(file) && !(isTest(file) && target.startsWith('web/src/testing/'));
    expect(pairs(files).filter(isAbove)).toEqual([]);
  });

  test('keep features apart: none imports another', () => {
    const isForeign = ({ file, target }: { file: string; target: string }) =>
      roomOf(file) !== 'app' && featureOf(target) !== undefined && featureOf(target) !== featureOf(file);
    expect(pairs(files).filter(isForeign)).toEqual([]);
  });

  test('have one level of subfolders at most below a feature or a page', () => {
    expect(files.filter(({ path }) => path.split('/').length > 6).map(({ path }) => path)).toEqual([]);
  });
});

test('listeners of the store are registered in files `listeners.ts` of the app, and nowhere else', () => {
  const registers = (text: string) =>
    /import \{[^}]*\blisten\b[^}]*\} from '[^']*core\/store\.ts'/.test(text) ||
    /startListening/.test(text.replace(/listeners\.startListening\.withTypes/, ''));
  const places = code.filter(({ text }) => registers(text)).map(({ path }) => path);
  expect(places).toEqual(['web/src/app/listeners.ts', 'web/src/app/workspace/listeners.ts']);
});

test('nothing that has an update is polled', () => {
  /** The data that each of these asks for again and again, and why no update names it: decision 0025. */
  const POLLED: Readonly<Record<string, string>> = {
    'web/src/features/admin/system/system-page.tsx': 'no event says how far behind something is',
    'web/src/features/trading/performance/performance.tsx': 'the twin follows new candles',
    'web/src/features/trading/positions/positions-table.tsx': 'prices move what positions are worth',
  };
  const polled = code.flatMap(({ path, text }) =>
    [
      ...text.matchAll(
        /\bpollingInterval\b|\brefetchOn(?:Mount|Focus|Reconnect)|\bsetInterval\([^)]*(?:refetch|refresh)/g,
      ),
    ].map(() => path),
  );
  expect(polled.sort()).toEqual(Object.keys(POLLED).sort());
});
