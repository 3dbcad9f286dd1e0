// Writes an example of every event, and of every form of it, that has none yet: a test checks that stored events stay readable.
import { hash } from 'node:crypto';
import { existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import {
  type AggregateEvents,
  type EventKey,
  type RawEvent,
  SEALED,
  SERVICE_NAMES,
  SERVICES,
  type ServiceDeclaration,
} from '@tradeium/contracts';
import { sealCommit, unsealEvent } from '@tradeium/event-store';
import { dataKey } from '@tradeium/service-kit/data-keys';
import { z } from 'zod';
import { choicesIn, choicesOf, exampleOf, examplesShowing, type JsonSchema } from './event-examples.ts';

const GOLDEN_FOLDER = 'libs/contracts/golden';
const HASHES = `${GOLDEN_FOLDER}/hashes.json`;
/** The id of the aggregates whose sealed events are kept. */
const GOLDEN_ID = 'golden';
const AT = '2026-01-02T03:04:05.678Z';

/** The end of a file that says what an example reads as: with its user's words, and once the user is erased. */
const EXPECTED_FORM = /\.(read|erased)\.json$/;

export type Source = AggregateEvents<unknown>;
type Examples = Map<string, RawEvent>;
type EventSchema = {
  readonly source: Source;
  readonly type: string;
  readonly schema: JsonSchema;
  /** The path of its examples, without what tells them apart. */
  readonly stem: string;
};

/** Every kind of aggregate. */
export const SOURCES: readonly Source[] = SERVICE_NAMES.flatMap((service) => {
  const { events }: ServiceDeclaration = SERVICES[service];
  return Object.values(events);
});

/** Never changed: kept examples are sealed with it. */
const goldenKey = dataKey('userId-1', Buffer.alloc(32, 'golden'));

const schemasOf = (source: Source, folder: string): EventSchema[] =>
  (source.events as unknown as { options: z.ZodType[] }).options.map((event) => {
    const schema = z.toJSONSchema(event, { io: 'input' }) as JsonSchema;
    const type = String(schema.properties?.type?.const);
    return { source, type, schema, stem: `${folder}/${source.context}.${source.name}/${type}` };
  });

/** Every example that is kept, in order. */
export const goldenFiles = (folder = GOLDEN_FOLDER): string[] =>
  globSync(`${folder}/*/*.json`)
    .filter((path) => !EXPECTED_FORM.test(path))
    .sort();

export const readGolden = (path: string): RawEvent => JSON.parse(readFileSync(path, 'utf8')) as RawEvent;

/**
 * What an example reads as, where its upcaster changes more than to add fields: a file next to it, written by hand. Null
 * where it reads as it was written.
 */
export const expectedForm = (path: string, form: 'read' | 'erased'): RawEvent | null => {
  const file = path.replace(/json$/, `${form}.json`);
  return existsSync(file) ? readGolden(file) : null;
};

/** The files that say what an example reads as, each with the example. */
export const expectedForms = (folder = GOLDEN_FOLDER): [file: string, example: string][] =>
  globSync(`${folder}/*/*.{read,erased}.json`).map((file) => [file, file.replace(EXPECTED_FORM, '.json')]);

/** The kept examples of one kind of aggregate. */
const keptOf = ({ context, name }: Source, folder: string): Examples => {
  const files = goldenFiles(folder).filter((path) => basename(dirname(path)) === `${context}.${name}`);
  return new Map(files.map((path) => [path, readGolden(path)]));
};

/** A kept example with its sealed fields open, or without them when their user is gone. */
export const openedGolden = (source: Source, written: RawEvent, key: EventKey | null = goldenKey): RawEvent =>
  unsealEvent(source, GOLDEN_ID, written, key);

const upcast = (source: Source, written: RawEvent): RawEvent => source.upcast?.(written) ?? written;

/** The values of lists, branches of unions and optional fields, each with its place, that no example of the event shows. */
const unshownChoices = ({ source, type, schema }: EventSchema, examples: Examples): string[] => {
  const all = [...examples.values()].map((written) => upcast(source, written));
  const shown = new Set(
    choicesIn(
      schema,
      all.filter((written) => written.type === type),
    ),
  );
  return choicesOf(schema).filter((each) => !shown.has(each));
};

/** The first names that are free: `<stem>.2.json`, `<stem>.3.json`… */
const numbered = (stem: string, kept: Examples, events: readonly RawEvent[]): [string, RawEvent][] => {
  const free = Array.from(
    { length: kept.size + events.length + 1 },
    (_, index) => `${stem}.${index + 2}.json`,
  );
  return free
    .filter((path) => !kept.has(path))
    .slice(0, events.length)
    .map((path, index) => [path, events[index] as RawEvent]);
};

/** A full example, one without optional fields, and one for each value, branch and optional field that these don't show. */
const missingOfEvent = (event: EventSchema, kept: Examples): Examples => {
  const { stem } = event;
  const show = new Set<string>();
  const full = exampleOf(event.schema, { full: true, show }) as RawEvent;
  const small = exampleOf(event.schema, { full: false, show }) as RawEvent;
  const plain: Examples = new Map([[`${stem}.json`, full]]);
  if (JSON.stringify(small) !== JSON.stringify(full)) plain.set(`${stem}.small.json`, small);
  const all: Examples = new Map([...plain, ...kept]);
  const others = examplesShowing(event.schema, unshownChoices(event, all)) as RawEvent[];
  return new Map([...[...plain].filter(([path]) => !kept.has(path)), ...numbered(stem, all, others)]);
};

/** The fields of an event that are sealed today. */
export const personalFields = ({ personal }: Source, type: string): string[] =>
  Object.keys(personal?.[type] ?? {}).sort();

/** The fields that are sealed in a kept example. */
export const sealedFields = (source: Source, written: RawEvent): string[] => {
  const opened = openedGolden(source, written);
  return Object.keys(opened.data)
    .filter((field) => !(field in written.data))
    .sort();
};

/** The stored form of an event with personal fields, where no example is sealed as it is today. */
const missingSealed = async (
  { source, type, schema, stem: open }: EventSchema,
  kept: Examples,
): Promise<Examples> => {
  if (!source.personal?.[type]) return new Map();
  const sealed = [...kept.values()].filter((written) => written.type === type + SEALED);
  const today = personalFields(source, type).join();
  if (sealed.some((written) => sealedFields(source, written).join() === today)) return new Map();
  const event = exampleOf(schema, { full: true, show: new Set() }) as RawEvent;
  const key = async () => goldenKey;
  const sealing = { ensure: key, find: key, open: key };
  const content = { events: [event], meta: { commandId: 'golden', at: AT } };
  const { events } = await sealCommit({ ...source, sealing }, GOLDEN_ID, content);
  const stem = `${open}${SEALED}`;
  if (!kept.has(`${stem}.json`)) return new Map([[`${stem}.json`, events[0] as RawEvent]]);
  return new Map(numbered(stem, kept, events));
};

/** The examples that today's events should have and that are not kept, by file. */
export const missingGoldens = async (
  sources: readonly Source[] = SOURCES,
  folder = GOLDEN_FOLDER,
): Promise<Examples> => {
  const missing: Examples = new Map();
  for (const source of sources) {
    const kept = keptOf(source, folder);
    for (const event of schemasOf(source, folder))
      for (const [path, written] of [...missingOfEvent(event, kept), ...(await missingSealed(event, kept))])
        missing.set(path, written);
  }
  return missing;
};

/** The values of lists, branches of unions and optional fields that no kept example shows, by event. */
export const unshown = (sources: readonly Source[] = SOURCES): string[] =>
  sources.flatMap((source) => {
    const kept = keptOf(source, GOLDEN_FOLDER);
    return schemasOf(source, GOLDEN_FOLDER).flatMap((event) =>
      unshownChoices(event, kept).map((each) => `${event.type}: ${each}`),
    );
  });

/** SHA-256 (hex) of an example as it is kept. */
export const hashOfGolden = (path: string): string => hash('sha256', readFileSync(path));

/** The hash of each example at the time it was added, by file. */
export const keptHashes = (): Record<string, string> =>
  existsSync(HASHES) ? (JSON.parse(readFileSync(HASHES, 'utf8')) as Record<string, string>) : {};

/** Writes an event to a file that is not there yet: stored events never change, so their examples don't either. */
export const writeGolden = (path: string, written: RawEvent): void => {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, `${JSON.stringify(written, null, 2)}\n`, { flag: 'wx' });
};

if (process.argv[1] === import.meta.filename) {
  for (const [path, written] of await missingGoldens()) writeGolden(path, written);
  const added = Object.fromEntries(goldenFiles().map((path) => [path, hashOfGolden(path)]));
  writeFileSync(HASHES, `${JSON.stringify({ ...added, ...keptHashes() }, null, 2)}\n`);
}
