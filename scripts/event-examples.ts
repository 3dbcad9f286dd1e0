// Makes examples that fit a JSON schema, and says which values of lists, which forms and which optional fields an example shows.

export type JsonSchema = {
  type?: string | string[];
  properties?: Record<string, JsonSchema>;
  additionalProperties?: JsonSchema | boolean;
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

type Form = { readonly label: string; readonly schema: JsonSchema };

/** The choices of an example: the values of a list, the branches of a union; none for other schemas. */
const formsOf = (schema: JsonSchema): Form[] => {
  const values =
    schema.enum ?? (schema.type === 'boolean' && schema.const === undefined ? [true, false] : null);
  if (values) return values.map((value) => labelled({ const: value }));
  // A plain value that may be null has two types.
  const types = Array.isArray(schema.type) ? schema.type.map((type) => ({ ...schema, type })) : [];
  return (schema.anyOf ?? schema.oneOf ?? types).map(labelled);
};

const labelled = (schema: JsonSchema): Form => ({ label: labelOf(schema), schema });

const labelOf = (schema: JsonSchema): string => {
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  const marks = Object.entries(schema.properties ?? {}).filter(
    ([, property]) => property.const !== undefined,
  );
  if (marks.length > 0) return marks.map(([name, { const: value }]) => `${name}: ${value}`).join(', ');
  return String(schema.type ?? 'any');
};

/** True if a value has the form of this branch rather than of another one; no full validation. */
const fits = (schema: JsonSchema, value: unknown): boolean => {
  if (schema.const !== undefined) return value === schema.const;
  const forms = formsOf(schema);
  if (forms.length > 0) return forms.some((form) => fits(form.schema, value));
  if (schema.type === 'object') return isRecord(value) && hasMarks(schema, value);
  if (schema.type === 'array') return Array.isArray(value);
  if (schema.type === 'null') return value === null;
  return typeof value === (schema.type === 'integer' ? 'number' : schema.type);
};

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const hasMarks = ({ properties = {}, required = [] }: JsonSchema, value: Record<string, unknown>): boolean =>
  required.every((name) => name in value) &&
  Object.entries(properties).every(
    ([name, { const: mark }]) => mark === undefined || value[name] === mark || value[name] === undefined,
  );

const IN_A_RECORD = '{}';

/** The parts of a schema by their place, with those of `values`. */
const partsOf = (schema: JsonSchema, values: readonly unknown[]): [string, JsonSchema, unknown[]][] => {
  const { properties = {}, additionalProperties, items, prefixItems = [] } = schema;
  const named = Object.entries(properties).map(([name, property]): [string, JsonSchema, unknown[]] => [
    `.${name}`,
    property,
    values.flatMap((value) => (isRecord(value) && name in value ? [value[name]] : [])),
  ]);
  const numbered = prefixItems.map((item, index): [string, JsonSchema, unknown[]] => [
    `[${index}]`,
    item,
    values.flatMap((value) => (Array.isArray(value) && index in value ? [value[index]] : [])),
  ]);
  const others: [string, JsonSchema, unknown[]][] = [];
  if (items) others.push(['[]', items, values.flatMap((value) => (Array.isArray(value) ? value : []))]);
  if (typeof additionalProperties === 'object')
    others.push([
      IN_A_RECORD,
      additionalProperties,
      values.flatMap((value) => (isRecord(value) ? Object.values(value) : [])),
    ]);
  return [...named, ...numbered, ...others];
};

const choice = (place: string, label: string): string => `${place} ${label}`;

/** That optional fields are there. */
const optionalIn = ({ properties = {}, required = [] }: JsonSchema, place: string): [string, string][] =>
  Object.keys(properties).flatMap((name) =>
    required.includes(name) ? [] : [[name, choice(`${place}.${name}`, 'given')]],
  );

/** Every value of a list, every branch of a union and every optional field that a schema has, with its place. */
export const choicesOf = (schema: JsonSchema, place = ''): string[] => [
  ...optionalIn(schema, place).map(([, given]) => given),
  ...formsOf(schema).flatMap((form) => [
    choice(place, form.label),
    ...choicesOf(form.schema, `${place}(${form.label})`),
  ]),
  ...partsOf(schema, []).flatMap(([step, part]) => choicesOf(part, place + step)),
  ...(typeof schema.additionalProperties === 'object' ? [choice(place, 'an entry')] : []),
];

/** Those of the choices that `values` show. */
export const choicesIn = (schema: JsonSchema, values: readonly unknown[], place = ''): string[] => {
  if (values.length === 0) return [];
  return [
    ...optionalIn(schema, place).flatMap(([name, given]) =>
      values.some((value) => isRecord(value) && name in value) ? [given] : [],
    ),
    ...formsOf(schema).flatMap((form) => {
      const fitting = values.filter((value) => fits(form.schema, value));
      if (fitting.length === 0) return [];
      return [choice(place, form.label), ...choicesIn(form.schema, fitting, `${place}(${form.label})`)];
    }),
    ...partsOf(schema, values).flatMap(([step, part, inside]) => [
      ...(step === IN_A_RECORD && inside.length > 0 ? [choice(place, 'an entry')] : []),
      ...choicesIn(part, inside, place + step),
    ]),
  ];
};

type Wish = {
  /** With every optional field, or with none. */
  readonly full: boolean;
  /** Choices that the example should show, as far as it can. */
  readonly show: ReadonlySet<string>;
};

/** A value that fits a schema. */
export const exampleOf = (schema: JsonSchema, wish: Wish, place = ''): unknown => {
  if (schema.const !== undefined) return schema.const;
  const form = formFor(schema, wish, place);
  if (form) return exampleOf(form.schema, wish, `${place}(${form.label})`);
  if (schema.type === 'object') return exampleObject(schema, wish, place);
  if (schema.type === 'array') return exampleArray(schema, wish, place);
  if (schema.type === 'integer' || schema.type === 'number')
    return Math.max(schema.minimum ?? 0, (schema.exclusiveMinimum ?? -1) + 1);
  if (schema.type === 'null') return null;
  return exampleText(schema, nameOf(place));
};

/** The form to show comes first. Otherwise a field that may be null is filled in a full example, and null in a small one. */
const formFor = (schema: JsonSchema, { full, show }: Wish, place: string): Form | undefined => {
  const forms = formsOf(schema);
  const shown = forms.find(({ label, schema: form }) =>
    [choice(place, label), ...choicesOf(form, `${place}(${label})`)].some((each) => show.has(each)),
  );
  return shown ?? (full ? undefined : forms.find(({ schema: { type } }) => type === 'null')) ?? forms[0];
};

/** The name of the innermost field. */
const nameOf = (place: string): string =>
  place
    .replace(/\([^)]*\)|\[\d*\]|\{\}/g, '')
    .split('.')
    .at(-1) ?? '';

const exampleObject = (schema: JsonSchema, wish: Wish, place: string): object => {
  const { properties = {}, required = [], additionalProperties } = schema;
  const fields = Object.entries(properties)
    .filter(([name]) => wish.full || required.includes(name))
    .map(([name, property]) => [name, exampleOf(property, wish, `${place}.${name}`)]);
  const isFilled = typeof additionalProperties === 'object' && wish.show.size > 0;
  const entry = isFilled ? [['entry', exampleOf(additionalProperties, wish, `${place}{}`)]] : [];
  return Object.fromEntries([...fields, ...entry]);
};

const exampleArray = (schema: JsonSchema, wish: Wish, place: string): unknown[] => {
  const { items, prefixItems, minItems = 0 } = schema;
  if (prefixItems) return prefixItems.map((item, index) => exampleOf(item, wish, `${place}[${index}]`));
  if (!items) return [];
  const length = Math.max(minItems, wish.full ? 1 : 0);
  return Array.from({ length }, () => exampleOf(items, wish, `${place}[]`));
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

/** Examples that show `missing` between them: each as much of it as fits into one. */
export const examplesShowing = (schema: JsonSchema, missing: readonly string[]): object[] => {
  const show = new Set(missing);
  const examples: object[] = [];
  while (show.size > 0) {
    const example = exampleOf(schema, { full: true, show }) as object;
    const shown = choicesIn(schema, [example]).filter((each) => show.delete(each));
    if (shown.length === 0) throw new Error(`no example shows ${[...show].join('; ')}`);
    examples.push(example);
  }
  return examples;
};
