// The rules of the house, checked on every source file: names, sizes, purpose lines, and which way imports may point.
import { posix } from 'node:path';
import { SERVICE_NAMES } from '@tradeium/contracts';
import { describe, expect, test } from 'vitest';
import { importCircles } from './import-circles.ts';
import { type SourceFile, sourceFiles } from './source-files.ts';

const files = sourceFiles();
const typescript = files.filter(({ path }) => /\.tsx?$/.test(path));
const isTest = (path: string) => /\.(test|spec)\.tsx?$|(^|\/)tests?\//.test(path);

const offenders = (among: readonly SourceFile[], offends: (file: SourceFile) => boolean) =>
  among.filter(offends).map(({ path }) => path);

describe('every source file', () => {
  test('starts with its purpose in one sentence', () => {
    const purpose = (path: string) =>
      path.endsWith('.py') ? /^(#!.*\n)?("""\S|# \S)/ : /^(#!.*\n)?\/\/ \S.*[.:]$/m;
    expect(
      offenders(
        files,
        ({ path, text }) => text.trim() !== '' && !purpose(path).test(text.split('\n', 2).join('\n')),
      ),
    ).toEqual([]);
  });

  test('is named after what it holds, in kebab-case', () => {
    const vague = /(^|[-/])(utils?|helpers?|common|manager|base|misc)\.(ts|tsx)$/;
    const name = /^(\.?[a-z0-9]+(?:[-.][a-z0-9]+)*)\.(ts|tsx|mjs)$/;
    expect(offenders(typescript, ({ path }) => vague.test(path) || !name.test(posix.basename(path)))).toEqual(
      [],
    );
  });

  test('is short enough to be read in one go', () => {
    // Tables, schemas and domains grow by entries, not by ideas: cutting one by its lines helps no reader.
    const isTable = (path: string) => /^libs\/contracts\/src\/|^services\/[^/]+\/src\/domain\//.test(path);
    const linesMax = (path: string) => {
      if (isTable(path)) return 500;
      return isTest(path) ? 400 : 300;
    };
    // Tags of statements that a test shows are not counted.
    const read = (text: string) => text.replaceAll(/^ *(?:\/\/|#) spec: .*\n/gm, '').split('\n').length - 1;
    expect(offenders(files, ({ path, text }) => read(text) > linesMax(path))).toEqual([]);
  });

  test('is in a room of at most 25, tests aside', () => {
    const rooms = Map.groupBy(
      files.filter(({ path }) => !isTest(path)),
      ({ path }) => posix.dirname(path),
    );
    expect([...rooms].filter(([, { length }]) => length > 25).map(([room]) => room)).toEqual([]);
  });

  test('leaves nothing for later', () => {
    const later = new RegExp(
      `\\b(${['TO', 'DO'].join('')}|${['FIX', 'ME'].join('')}|${['XX', 'X'].join('')})\\b`,
    );
    expect(offenders(files, ({ text }) => later.test(text))).toEqual([]);
  });

  test('silences no check', () => {
    const silenced = new RegExp(
      `@ts-(${['ig', 'nore|no', 'check'].join('')})|${['biome', 'ignore'].join('-')}`,
    );
    expect(offenders(files, ({ text }) => silenced.test(text))).toEqual([]);
  });

  test('opens buckets by the event store, which makes none that is not declared', () => {
    const opened = offenders(
      typescript,
      ({ path, text }) => !isTest(path) && /\.views\s*\.(kv|os)\(/.test(text),
    );
    expect(opened).toEqual(['libs/event-store/src/streams/buckets.ts']);
  });

  test('has an index only where a library is entered', () => {
    const entry = /^(libs\/[a-z-]+|infra\/(embedded|cluster|docker))\/src\/index\.ts$/;
    expect(
      offenders(typescript, ({ path }) => posix.basename(path) === 'index.ts' && !entry.test(path)),
    ).toEqual([]);
  });
});

/** The imports, as paths from the root (`libs/contracts/src/index.ts`) or names of packages. */
const targetsOf = ({ path, imports }: SourceFile): string[] =>
  imports.map((specifier) =>
    specifier.startsWith('.') ? posix.join(posix.dirname(path), specifier) : specifier,
  );

/** Imports of files under `room` that `mayImport` does not allow, each as `file → import`. */
const wrongImports = (room: RegExp, mayImport: (target: string, file: string) => boolean): string[] =>
  typescript
    .filter(({ path }) => room.test(path) && !isTest(path))
    .flatMap((file) =>
      targetsOf(file)
        .filter((target) => !mayImport(target, file.path))
        .map((target) => `${file.path} → ${target}`),
    );

const roomOf = (path: string): string => path.split('/').slice(0, 2).join('/');

describe('imports point one way', () => {
  test('without a circle', () => {
    expect(importCircles(files)).toEqual([]);
  });
  test('the contracts import zod and nothing else', () => {
    expect(
      wrongImports(
        /^libs\/contracts\//,
        (target) => target === 'zod' || target.startsWith('libs/contracts/'),
      ),
    ).toEqual([]);
  });

  test('the portfolio library is pure arithmetic, on numbers and exact decimals', () => {
    const allowed = (target: string) => target === 'big.js' || target.startsWith('libs/portfolio/');
    expect(wrongImports(/^libs\/portfolio\/src\//, allowed)).toEqual([]);
  });

  test('a domain imports the contracts, pure arithmetic and itself', () => {
    const allowed = (target: string, file: string) =>
      target === '@tradeium/contracts' ||
      target === '@tradeium/portfolio' ||
      target.startsWith(posix.dirname(file));
    expect(wrongImports(/^services\/[a-z-]+\/src\/domain\//, allowed)).toEqual([]);
  });

  test('workflows import contracts, the type of their own contracts, the domain, and one another', () => {
    const allowed = (target: string, file: string) =>
      target === '@temporalio/workflow' ||
      target === '@tradeium/contracts' ||
      target === '@tradeium/service-kit/workflow-contract' ||
      target.startsWith(posix.dirname(file)) ||
      target.startsWith(`${roomOf(file)}/src/domain/`);
    expect(wrongImports(/^services\/[a-z-]+\/src\/workflows\//, allowed)).toEqual([]);
  });

  test('no service, library, gateway or stand-in reaches into another', () => {
    const own = (target: string, file: string) =>
      !/^(services|libs|infra|gateway|web|e2e|bench)\//.test(target) ||
      roomOf(target) === roomOf(file) ||
      (file.startsWith('gateway/') && target.startsWith('gateway/')) ||
      (file.startsWith('web/') && target.startsWith('web/'));
    expect(wrongImports(/^(services|libs|infra|gateway|web)\//, own)).toEqual([]);
    const serviceNames = new RegExp(`^@tradeium/(${SERVICE_NAMES.join('|')}|gateway|web|local)$`);
    expect(
      wrongImports(/^(services|libs|infra|gateway|web)\//, (target) => !serviceNames.test(target)),
    ).toEqual([]);
  });

  test('subscriptions are made by the event store, where a listener that throws harms no other', () => {
    const code = typescript.filter(
      ({ path }) =>
        /^(services|libs|gateway|infra)\/[a-z-]*\/?.*src\//.test(path) &&
        !isTest(path) &&
        !/-under-test\.ts$/.test(path),
    );
    const subscribing = code.filter(({ text }) => /\.subscribe\(/.test(text)).map(({ path }) => path);
    expect(subscribing).toEqual(['libs/event-store/src/streams/listen.ts']);
  });

  test('only projections, and the libraries below them, know the database', () => {
    const allowed = (target: string, file: string) =>
      target !== 'mongoose' ||
      /^services\/[a-z-]+\/src\/projections\/|^libs\/(event-store|service-kit|testing)\//.test(file);
    expect(wrongImports(/^(services|libs|gateway|infra)\//, allowed)).toEqual([]);
  });

  test('the web knows of the system only its contracts', () => {
    expect(
      wrongImports(
        /^web\//,
        (target) => !target.startsWith('@tradeium/') || target.startsWith('@tradeium/contracts'),
      ),
    ).toEqual([]);
  });

  test('the tree is at most as deep as services/<service>/src/<room>/<subject>/<file>', () => {
    expect(
      offenders(typescript, ({ path }) => path.startsWith('services/') && path.split('/').length > 6),
    ).toEqual([]);
  });
});
