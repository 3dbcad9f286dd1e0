// A query that reads no read model is answered at once, also while the read models are behind or away.
import { posix } from 'node:path';
import { MESSAGES, type Message, messageOf, type RouteName, SERVICE_NAMES } from '@tradeium/contracts';
import { expect, test } from 'vitest';
import { type SourceFile, sourceFiles } from './source-files.ts';

const files = new Map(sourceFiles().map((file) => [file.path, file]));

/** The files that this one runs with; types are gone by then. */
const importedBy = ({ path, text }: SourceFile): string[] =>
  [...text.matchAll(/^(?:import|export) (?!type )[^;]*?from '(\.[^']+)'/gm)].map(([, target = '']) =>
    posix.join(posix.dirname(path), target),
  );

const closureOf = (path: string, seen = new Set<string>()): Set<string> => {
  const file = files.get(path);
  if (!file || seen.has(path)) return seen;
  seen.add(path);
  for (const target of importedBy(file)) closureOf(target, seen);
  return seen;
};

const messageNamed = (route: string | undefined, message: string | undefined): Message =>
  route === undefined
    ? (MESSAGES[message as keyof typeof MESSAGES] as unknown as Message)
    : messageOf(route as RouteName);

/** The queries of a file, and whether each says that it reads aggregates only. */
const queriesIn = ({ text }: SourceFile) =>
  [
    ...text.matchAll(
      /(fromAggregates\(\s*)?\b(?:userHandler|handler)\(\s*(?:messageOf\('(\w+)'\)|MESSAGES\.(\w+))/g,
    ),
  ].flatMap(([, isAtOnce, route, message]) =>
    messageNamed(route, message).kind === 'query'
      ? [{ name: route ?? message, isAtOnce: isAtOnce !== undefined }]
      : [],
  );

test.each(SERVICE_NAMES)('of each query, %s says if it needs a read model', (service) => {
  const api = [...files.values()].filter(
    ({ path }) => path.startsWith(`services/${service}/src/api/`) && !path.endsWith('.test.ts'),
  );
  const wrong = api.flatMap((file) => {
    const readsModels = [...closureOf(file.path)].some((path) => path.includes('/projections/'));
    return queriesIn(file)
      .filter(({ isAtOnce }) => isAtOnce === readsModels)
      .map(({ name }) => name);
  });
  expect(api.flatMap(queriesIn).length).toBeGreaterThan(0);
  expect(wrong).toEqual([]);
});
