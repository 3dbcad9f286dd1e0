// Outputs are types: who asks takes an answer as it came, so an output's schema must not change what it describes.
import { expect, test } from 'vitest';
import { z } from 'zod';
import { ROUTES } from './http.ts';
import { exportOf, MESSAGES } from './messages/messages.ts';
import { operationsOf } from './operations.ts';
import { SERVICE_NAMES } from './services.ts';

/** The kinds of schema that make another value of the one they are given. */
const CHANGING: readonly unknown[] = ['default', 'prefault', 'catch', 'transform', 'success', 'promise'];

/** Schemas and checks alike: each has its definition in `_zod.def`. */
const definitionOf = (part: object): Record<string, unknown> | undefined =>
  (part as { _zod?: { def: Record<string, unknown> } })._zod?.def;

/**
 * The places in a schema, as paths, where parsing would change a value. A pipe changes nothing by itself: it counts
 * when one of its ends does.
 */
const changesIn = (part: unknown, place = '', seen = new Set<unknown>()): string[] => {
  if (typeof part !== 'object' || part === null || seen.has(part)) return [];
  seen.add(part);
  const definition = definitionOf(part);
  const { type, check, coerce, getter } = definition ?? {};
  if (CHANGING.includes(type)) return [`${place}: ${type}`];
  if (check === 'overwrite' || coerce === true) return [`${place}: ${check ?? 'coerce'}`];
  if (typeof getter === 'function') return changesIn(getter(), place, seen);
  return Object.entries(definition ?? part).flatMap(([name, inner]) =>
    changesIn(inner, /^(shape|innerType|checks)$/.test(name) ? place : `${place}.${name}`, seen),
  );
};

test.each([
  z.string().default(''),
  z.string().prefault(''),
  z.string().catch(''),
  z.string().trim(),
  z.string().toLowerCase(),
  z.coerce.number(),
  z.preprocess(String, z.string()),
  z.string().transform(Number),
  z.lazy(() => z.int().default(1)),
])('a value that a schema would change is found wherever it is: %#', (changing) => {
  for (const around of [
    z.object({ a: changing }),
    z.array(z.tuple([z.string(), changing])),
    z.record(z.string(), changing.nullable()),
    z.union([z.string(), z.object({ b: changing.optional() })]),
    z.object({ c: z.int() }).extend({ d: changing }),
  ])
    expect(changesIn(around)).toHaveLength(1);
});

test('a schema that only checks changes nothing', () => {
  const checked = z.object({ a: z.string().min(1).pipe(z.iso.date()), b: z.int().positive().brand() });
  expect(changesIn(checked.refine(Boolean))).toEqual([]);
});

const declared = [
  ...Object.entries(ROUTES),
  ...Object.entries(MESSAGES),
  ...SERVICE_NAMES.flatMap((service) => [
    ['exportUserData', exportOf(service)] as const,
    ...Object.entries(operationsOf(service)),
  ]),
];

test.each(declared)('the output of %s is what was sent, without defaults or transforms', (_, { output }) => {
  expect(changesIn(output)).toEqual([]);
});
