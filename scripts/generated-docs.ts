// Writes the files generated from the source: catalogues of errors, events and findings, the SDK's reference for
// the editor and the Strategy agent, and the passwords that are too common.
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import * as contracts from '@tradeium/contracts';
import { dictionary } from '@zxcvbn-ts/language-common';
import { z } from 'zod';

const HEADER =
  '<!-- Generated from libs/contracts by `npm run docs`; a test fails when it is out of date. -->\n';

/** The error catalogue as Markdown. */
export const errorsDocument = (): string => {
  const rows = Object.entries(contracts.ERRORS).map(
    ([code, { status, detail }]) => `| \`${code}\` | ${status} | ${detail} |`,
  );
  return [
    '# Errors',
    HEADER,
    'Every error that the product answers, by its code. The text is in `detail` (for 402 in `detail.message`), the code in `code`.',
    '',
    '| Code | Status | Text |',
    '|---|---|---|',
    ...rows,
    '',
  ].join('\n');
};

/** The catalogue of findings as Markdown, the gravest first. */
export const findingsDocument = (): string => {
  const findings = Object.entries(contracts.FINDINGS);
  const rows = contracts.FINDING_SEVERITIES.flatMap((severity) =>
    findings
      .filter(([, definition]) => definition.severity === severity)
      .map(([code, { title, text }]) => `| \`${code}\` | ${severity} | ${title}: ${text} |`),
  );
  return [
    '# Findings',
    HEADER,
    "Statements about how far a result can be trusted: in the answer of a run, in its `Statistics` file, and on the page. `critical`: do not trust the result. The values in braces are the finding's data. `services/backtest/src/results/findings.ts` has the thresholds of warnings.",
    '',
    '| Code | Severity | Text |',
    '|---|---|---|',
    ...rows,
    '',
  ].join('\n');
};

type JsonSchema = {
  type?: string;
  properties?: Record<string, JsonSchema>;
  items?: JsonSchema;
  enum?: unknown[];
  const?: unknown;
  anyOf?: JsonSchema[];
  oneOf?: JsonSchema[];
  format?: string;
};

const typeOf = (schema: JsonSchema): string => {
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum)
    return schema.enum.length > 8 ? 'code' : schema.enum.map((value) => JSON.stringify(value)).join(' or ');
  const options = schema.anyOf ?? schema.oneOf;
  if (options) return options.map(typeOf).join(' or ');
  if (schema.type === 'array') return `list of ${typeOf(schema.items ?? {})}`;
  if (schema.type === 'object' && schema.properties)
    return `{ ${Object.keys(schema.properties).join(', ')} }`;
  return schema.format ?? schema.type ?? 'any';
};

type EventUnion = { readonly options: readonly z.ZodType[] };

/** The catalogue of every aggregate: its subject without the id, and its events. */
const AGGREGATES = contracts.SERVICE_NAMES.flatMap((service) =>
  Object.values(contracts.SERVICES[service].events).map(({ context, name, events }) => ({
    aggregate: `${context}.${name}`,
    events: (events as EventUnion).options,
  })),
);

/** The event catalogue as Markdown: one section an aggregate, one line an event. */
export const eventsDocument = (): string => {
  const sections = AGGREGATES.flatMap(({ aggregate, events }) => {
    const rows = events.map((event) => {
      const schema = z.toJSONSchema(event, { io: 'input' }) as JsonSchema;
      const data = schema.properties?.data?.properties ?? {};
      const fields = Object.entries(data).map(([name, field]) => `\`${name}\` ${typeOf(field)}`);
      return `| \`${schema.properties?.type?.const}\` | ${fields.join(', ')} |`;
    });
    return [`## events.${aggregate}.<id>`, '', '| Event | Data |', '|---|---|', ...rows, ''];
  });
  return [
    '# Events',
    HEADER,
    'All facts that the system is made of. One message of a stream is one commit: the events of one command, with the user that caused them, the time and the command id.',
    '',
    ...sections,
  ].join('\n');
};

const SDK = 'services/strategy-runner/sdk/tradeium_strategy';
const PYTHON_TIMEOUT_MS = 30_000;

/** The modules and functions that a strategy may use, as JSON for the editor's completion; needs Python 3.9 or newer. */
export const sdkReference = (): string => {
  const printed = execFileSync('python3', ['scripts/sdk_reference.py', SDK], {
    encoding: 'utf8',
    timeout: PYTHON_TIMEOUT_MS,
  });
  return `${JSON.stringify(JSON.parse(printed), null, 2)}\n`;
};

export const SDK_REFERENCE = 'web/src/features/strategy-editor/completion/sdk-reference.json';

type Described = { name: string; parameters: string; returns: string; doc: string };
type Sdk = {
  functions: Described[];
  classes: { name: string; doc: string; members: Described[] }[];
};

const described = ({ name, parameters, returns, doc }: Described): string =>
  `- \`${name}${parameters}${returns === '' ? '' : ` -> ${returns}`}\`${doc === '' ? '' : `: ${doc.replaceAll(/\n+/g, ' ')}`}`;

export const STRATEGY_PROMPT = 'services/agent/prompts/strategy-v1.md';
const GENERATED_FROM = /^<!-- Generated by .* -->\n/m;
const EXAMPLE = 'web/src/features/strategy-editor/library/examples/momentum.py';

/** The Strategy agent's prompt: what is written by hand, then the SDK's reference and an example. */
export const strategyPrompt = (): string => {
  const prompt = readFileSync(STRATEGY_PROMPT, 'utf8');
  const mark = GENERATED_FROM.exec(prompt);
  if (!mark) throw new Error(`${STRATEGY_PROMPT} does not say where its generated part begins`);
  const { functions, classes } = JSON.parse(sdkReference()) as Sdk;
  return [
    prompt.slice(0, mark.index + mark[0].length),
    '# `from tradeium_strategy import …`\n',
    ...functions.map(described),
    ...classes.flatMap(({ name, doc, members }) => [
      `\n## ${name}\n`,
      `${doc.replaceAll(/\n+/g, ' ')}\n`,
      ...members.map(described),
    ]),
    '\n# A whole file\n',
    `\`\`\`python\n${readFileSync(EXAMPLE, 'utf8')}\`\`\`\n`,
  ].join('\n');
};

export const COMMON_PASSWORDS = 'libs/contracts/src/common-passwords.json';

/** As many as ASVS 6.2.4 asks for. */
const COMMON_PASSWORDS_COUNT = 3_000;
const PASSWORDS_A_LINE = 8;

/** The commonest passwords that are long enough to be accepted, the most common first. */
export const commonPasswords = (): string => {
  const common = (dictionary['passwords-common'] as string[])
    .filter(({ length }) => length >= contracts.PASSWORD_LENGTH_MIN)
    .slice(0, COMMON_PASSWORDS_COUNT);
  const lines = Array.from({ length: Math.ceil(common.length / PASSWORDS_A_LINE) }, (_, line) =>
    common
      .slice(line * PASSWORDS_A_LINE, (line + 1) * PASSWORDS_A_LINE)
      .map((password) => JSON.stringify(password))
      .join(', '),
  );
  return `[\n${lines.join(',\n')}\n]\n`;
};

if (process.argv[1] === import.meta.filename) {
  writeFileSync('docs/errors.md', errorsDocument());
  writeFileSync('docs/events.md', eventsDocument());
  writeFileSync('docs/findings.md', findingsDocument());
  writeFileSync(SDK_REFERENCE, sdkReference());
  writeFileSync(STRATEGY_PROMPT, strategyPrompt());
  writeFileSync(COMMON_PASSWORDS, commonPasswords());
}
