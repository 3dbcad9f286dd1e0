// The manifest fits together: nothing is declared twice, and every aggregate belongs to the context that lists it.
import { expect, test } from 'vitest';
import { SERVICE_NAMES, SERVICES, type ServiceDeclaration } from './services.ts';

const declarations: readonly ServiceDeclaration[] = SERVICE_NAMES.map((name) => SERVICES[name]);

const hasNoRepetition = (values: readonly unknown[]) => new Set(values).size === values.length;

test('no two services share a context, a health port, a bucket or a section of the export', () => {
  expect(hasNoRepetition(declarations.map(({ context }) => context))).toBe(true);
  expect(hasNoRepetition(declarations.map(({ healthPort }) => healthPort))).toBe(true);
  expect(hasNoRepetition(declarations.flatMap(({ buckets }) => buckets.map(({ name }) => name)))).toBe(true);
  expect(hasNoRepetition(declarations.flatMap(({ exports }) => exports ?? []))).toBe(true);
});

test.each(SERVICE_NAMES)('%s lists the events of its own context under their names', (name) => {
  const { context, events }: ServiceDeclaration = SERVICES[name];
  for (const [key, aggregate] of Object.entries(events)) {
    expect(aggregate).toMatchObject({ context, name: key });
  }
});
