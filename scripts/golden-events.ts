// Writes an example of every event that has none yet: a test checks that stored events stay readable.
import { hash } from 'node:crypto';
import { existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { SERVICE_NAMES, SERVICES, type ServiceDeclaration } from '@tradeium/contracts';
import { z } from 'zod';

const GOLDEN_FOLDER = 'libs/contracts/golden';
const HASHES = `${GOLDEN_FOLDER}/hashes.json`;

type JsonSchema = {
  type?: string | string[];
  properties?: Record<string, JsonSchema>;
  required?: string[];
  items?: JsonSchema | false;
  prefixItems?: JsonSchema[];
  enum?: unknown[];
  const?: unknown;
  anyOf?: JsonSchema[];
  oneOf?: JsonSchema[];
  format?: string;
  pattern?: string;
  minimum?: number;
  exclusiveMinimum?: number;
  minItems?: number;
};

/** A value that fits a schema: with every optional field when `full`, with none otherwise. */
const exampleOf = (schema: JsonSchema, name: string, full: boolean): unknown => {
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return schema.enum[0];
  const options = schema.anyOf ?? schema.oneOf;
  if (options) return exampleOf(chosen(options, full), name, full);
  // A plain value that may be null has two types.
  if (Array.isArray(schema.type)) return exampleOf({ ...schema, type: schema.type[0] as string }, name, full);
  if (schema.type === 'object') return exampleObject(schema, full);
  if (schema.type === 'array') return exampleArray(schema, name, full);
  if (schema.type === 'integer' || schema.type === 'number')
    return Math.max(schema.minimum ?? 0, (schema.exclusiveMinimum ?? -1) + 1);
  if (schema.type === 'boolean') return true;
  if (schema.type === 'null') return null;
  return exampleText(schema, name);
};

/** A field that may be null is filled in a full example and null in a small one. */
const chosen = (options: readonly JsonSchema[], full: boolean): JsonSchema =>
  (full ? options[0] : options.find(({ type }) => type === 'null')) ?? (options[0] as JsonSchema);

const exampleObject = ({ properties = {}, required = [] }: JsonSchema, full: boolean): object =>
  Object.fromEntries(
    Object.entries(properties)
      .filter(([name]) => full || required.includes(name))
      .map(([name, property]) => [name, exampleOf(property, name, full)]),
  );

const exampleArray = ({ items, prefixItems, minItems = 0 }: JsonSchema, name: string, full: boolean) => {
  if (prefixItems) return prefixItems.map((item) => exampleOf(item, name, full));
  if (!items) return [];
  const length = Math.max(minItems, full ? 1 : 0);
  return Array.from({ length }, () => exampleOf(items, name, full));
};

const exampleText = ({ format, pattern }: JsonSchema, name: string): string => {
  if (format === 'date-time') return '2026-01-02T03:04:05.678Z';
  if (format === 'date') return '2026-01-02';
  if (format === 'uri') return 'https://pay.example/invoice/1';
  if (pattern?.includes('[0-9a-f]{64}')) return 'ab'.repeat(32);
  if (pattern?.startsWith('^-?')) return '1.5';
  if (pattern?.includes('A-Z')) return 'EXAMPLE_CODE';
  return `${name}-1`;
};

/** The examples that every event of today's catalogue should have, by file. */
export const wantedGoldens = (): Map<string, object> => {
  const wanted = new Map<string, object>();
  for (const service of SERVICE_NAMES) {
    const { events }: ServiceDeclaration = SERVICES[service];
    for (const { context, name, events: union } of Object.values(events)) {
      for (const event of (union as unknown as { options: z.ZodType[] }).options) {
        const schema = z.toJSONSchema(event, { io: 'input' }) as JsonSchema;
        const type = schema.properties?.type?.const;
        const small = exampleOf(schema, '', false) as object;
        const full = exampleOf(schema, '', true) as object;
        const folder = `${GOLDEN_FOLDER}/${context}.${name}`;
        wanted.set(`${folder}/${type}.json`, full);
        if (JSON.stringify(small) !== JSON.stringify(full)) wanted.set(`${folder}/${type}.small.json`, small);
      }
    }
  }
  return wanted;
};

/** Every example that is kept, in order. */
export const goldenFiles = (): string[] => globSync(`${GOLDEN_FOLDER}/*/*.json`).sort();

/** SHA-256 (hex) of an example as it is kept. */
export const hashOfGolden = (path: string): string => hash('sha256', readFileSync(path));

/** The hash of each example at the time it was added, by file. */
export const keptHashes = (): Record<string, string> =>
  existsSync(HASHES) ? (JSON.parse(readFileSync(HASHES, 'utf8')) as Record<string, string>) : {};

if (process.argv[1] === import.meta.filename) {
  for (const [path, written] of wantedGoldens()) {
    if (existsSync(path)) continue;
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, `${JSON.stringify(written, null, 2)}\n`);
  }
  const added = Object.fromEntries(goldenFiles().map((path) => [path, hashOfGolden(path)]));
  writeFileSync(HASHES, `${JSON.stringify({ ...added, ...keptHashes() }, null, 2)}\n`);
}
