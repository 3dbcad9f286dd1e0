// The golden examples of stored events: each form of each event has one, each always loads, and none is changed or removed.
import { basename, dirname } from 'node:path';
import { type AggregateEvents, eventOf, SEALED } from '@tradeium/contracts';
import { readEvent } from '@tradeium/event-store';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { choicesIn, choicesOf, examplesShowing, type JsonSchema } from './event-examples.ts';
import {
  goldenFiles,
  hashOfGolden,
  keptHashes,
  missingGoldens,
  openedGolden,
  personalFields,
  readGolden,
  SOURCES,
  sealedFields,
  unshown,
} from './golden-events.ts';

const GROWN = `No stored event shows these yet. Programs from before them drop a field that is only added, and take an event with
a new value or branch for a newer one and wait for an upgrade (docs/decisions/0016). If that is what you want, run "npm run
docs"; otherwise write an event of a new type`;

test('every event of the catalogue has its examples (`npm run docs` writes the missing ones)', async () => {
  expect([...(await missingGoldens()).keys()]).toEqual([]);
});

test('every value of a list, every branch of a union and every optional field is in an example', () => {
  expect(unshown(), GROWN).toEqual([]);
});

test('no example was changed, removed, or added without its hash', () => {
  expect(Object.fromEntries(goldenFiles().map((path) => [path, hashOfGolden(path)]))).toEqual(keptHashes());
});

const goldens = goldenFiles().map((path) => {
  const source = SOURCES.find(({ context, name }) => `${context}.${name}` === basename(dirname(path)));
  if (!source) throw new Error(`no service owns the aggregate of ${path}`);
  return [path, { source, written: readGolden(path) }] as const;
});

describe.each(goldens)('%s', (_path, { source, written }) => {
  test('loads, and keeps what was written', () => {
    const opened = openedGolden(source, written);
    expect(readEvent(source, opened)).toMatchObject(opened);
  });
});

const sealedGoldens = goldens.filter(([, { written }]) => written.type.endsWith(SEALED));

describe.each(sealedGoldens)('%s', (_path, { source, written }) => {
  const type = written.type.slice(0, -SEALED.length);

  test('loads without its key, once the user is erased', () => {
    const { sealed, ...rest } = written.data;
    const silent = { type, data: { ...rest, ...source.personal?.[type] } };
    expect(sealed).toBeTypeOf('string');
    expect(readEvent(source, openedGolden(source, written, null))).toMatchObject(silent);
  });

  test('has only sealed fields that an erased user still has a placeholder for', () => {
    expect(personalFields(source, type)).toEqual(expect.arrayContaining(sealedFields(source, written)));
  });
});

describe('an example', () => {
  const schemaOf = (shape: z.ZodRawShape) =>
    z.toJSONSchema(z.object({ type: z.literal('Moved'), data: z.strictObject(shape) })) as JsonSchema;
  const schema = schemaOf({
    by: z.enum(['user', 'operator']),
    leg: z.union([z.object({ found: z.literal(true), side: z.enum(['in', 'out']) }), z.null()]).optional(),
    prices: z.record(z.string(), z.number().nullable()),
  });

  test('is made for each value and branch, as many in one as fit', () => {
    const examples = examplesShowing(schema, choicesOf(schema)) as { data: object }[];
    expect(examples.map(({ data }) => data)).toEqual([
      { by: 'user', leg: { found: true, side: 'in' }, prices: { entry: 0 } },
      { by: 'operator', leg: { found: true, side: 'out' }, prices: { entry: null } },
      { by: 'user', leg: null, prices: { entry: 0 } },
    ]);
    expect(choicesIn(schema, examples).sort()).toEqual(choicesOf(schema).sort());
  });

  test('is made for an optional field, also when one without it is kept', () => {
    const optional = schemaOf({ by: z.string(), isLast: z.literal(true).optional() });
    const kept = { type: 'Moved', data: { by: 'user' } };
    const shown = choicesIn(optional, [kept]);
    const missing = choicesOf(optional).filter((each) => !shown.includes(each));
    expect(examplesShowing(optional, missing)).toEqual([
      { type: 'Moved', data: { by: 'by-1', isLast: true } },
    ]);
  });

  test('that is left of a removed value or branch no longer loads', () => {
    const moved = (shape: z.ZodRawShape): AggregateEvents<unknown> => ({
      ...{ context: 'test', name: 'thing' },
      events: eventOf('Moved', shape),
    });
    const written = { type: 'Moved', data: { by: 'operator' } };
    expect(readEvent(moved({ by: z.enum(['user', 'operator']) }), written)).toEqual(written);
    expect(() => readEvent(moved({ by: z.enum(['user']) }), written)).toThrow('newer than this program');
  });
});
