// The golden examples of stored events: each form of each event has one, each always loads, and none is changed or removed.
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { type AggregateEvents, eventOf, type RawEvent, SEALED } from '@tradeium/contracts';
import { readEvent } from '@tradeium/event-store';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { choicesIn, choicesOf, examplesShowing, type JsonSchema } from './event-examples.ts';
import {
  expectedForm,
  expectedForms,
  goldenFiles,
  hashOfGolden,
  keptHashes,
  missingGoldens,
  openedGolden,
  personalFields,
  readGolden,
  SOURCES,
  type Source,
  sealedFields,
  unshown,
  writeGolden,
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

const UPCAST = `This stored event is no longer read as it was written. If its upcaster means that, write down what it reads as, in
the files that CONTRIBUTING.md names under "A new version of an event"`;

const sourceOf = (path: string): Source => {
  const source = SOURCES.find(({ context, name }) => `${context}.${name}` === basename(dirname(path)));
  if (!source) throw new Error(`no service owns the aggregate of ${path}`);
  return source;
};

const expectToKeep = (source: Source, path: string) => {
  const opened = openedGolden(source, readGolden(path));
  expect(readEvent(source, opened), UPCAST).toMatchObject(expectedForm(path, 'read') ?? opened);
};

const expectToLoadWithoutKey = (source: Source, path: string) => {
  const written = readGolden(path);
  const type = written.type.slice(0, -SEALED.length);
  const { sealed, ...rest } = written.data;
  const silent = { type, data: { ...rest, ...source.personal?.[type] } };
  expect(sealed).toBeTypeOf('string');
  const read = readEvent(source, openedGolden(source, written, null));
  expect(read, UPCAST).toMatchObject(expectedForm(path, 'erased') ?? silent);
};

describe.each(goldenFiles())('%s', (path) => {
  test('loads, and keeps what was written', () => {
    expectToKeep(sourceOf(path), path);
  });
});

const sealedGoldens = goldenFiles().filter((path) => readGolden(path).type.endsWith(SEALED));

describe.each(sealedGoldens)('%s', (path) => {
  const source = sourceOf(path);

  test('loads without its key, once the user is erased', () => {
    expectToLoadWithoutKey(source, path);
  });

  test('has only sealed fields that an erased user still has a placeholder for', () => {
    const written = readGolden(path);
    const personal = personalFields(source, written.type.slice(0, -SEALED.length));
    expect(personal).toEqual(expect.arrayContaining(sealedFields(source, written)));
  });
});

test('what an example reads as is written down only where an upcaster changes it', () => {
  const isChanged = (path: string): boolean => {
    const source = sourceOf(path);
    const opened = openedGolden(source, readGolden(path));
    return !isDeepStrictEqual(source.upcast?.(opened) ?? opened, opened);
  };
  const needless = expectedForms().filter(([, example]) => !existsSync(example) || !isChanged(example));
  expect(needless).toEqual([]);
});

describe('an event of a type that is no longer written', () => {
  const folder = mkdtempSync(join(tmpdir(), 'golden-'));
  const file = (name: string) => join(folder, 'test.thing', name);

  const before: Source = {
    ...{ context: 'test', name: 'thing' },
    events: z.discriminatedUnion('type', [eventOf('Noted', { userId: z.string(), note: z.string() })]),
    personal: { Noted: { note: '' } },
  };
  const today: Source = {
    ...before,
    events: z.discriminatedUnion('type', [
      eventOf('Remarked', { userId: z.string(), text: z.string(), words: z.int() }),
    ]),
    personal: { ...before.personal, Remarked: { text: '' } },
    upcast: ({ type, data }: RawEvent): RawEvent => {
      if (type !== 'Noted') return { type, data };
      const { note, ...rest } = data;
      return {
        type: 'Remarked',
        data: { ...rest, text: note, words: String(note).split('-').filter(Boolean).length },
      };
    },
  };
  const examples = [file('Noted.json'), file('Noted.sealed.json')];

  beforeAll(async () => {
    for (const [path, written] of await missingGoldens([before], folder)) writeGolden(path, written);
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  test('loads, and what it reads as must be written down next to its example', () => {
    expect(goldenFiles(folder)).toEqual(examples);
    for (const path of examples) expect(() => expectToKeep(today, path)).toThrow(UPCAST);
    expect(() => expectToLoadWithoutKey(today, file('Noted.sealed.json'))).toThrow(UPCAST);

    const read = { type: 'Remarked', data: { userId: 'userId-1', text: 'note-1', words: 2 } };
    writeGolden(file('Noted.read.json'), read);
    writeGolden(file('Noted.sealed.read.json'), read);
    writeGolden(file('Noted.sealed.erased.json'), { ...read, data: { ...read.data, text: '', words: 0 } });
    for (const path of examples) expectToKeep(today, path);
    expectToLoadWithoutKey(today, file('Noted.sealed.json'));
  });

  test('keeps its examples, which stay as they are, and the type that replaces it gets its own', async () => {
    const missing = await missingGoldens([today], folder);
    expect([...missing.keys()]).toEqual([file('Remarked.json'), file('Remarked.sealed.json')]);
    expect(goldenFiles(folder)).toEqual(examples);
    const [first = ''] = examples;
    expect(() => writeGolden(first, readGolden(first))).toThrow('EEXIST');
  });

  test('can no longer be read when its personal fields are forgotten', () => {
    const forgetful = { ...today, personal: { Remarked: { text: '' } } };
    expect(() => expectToKeep(forgetful, file('Noted.sealed.json'))).toThrow('newer than this program');
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
