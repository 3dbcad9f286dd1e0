// How many tokens a prompt can have at most, and how many a text has about; no tokenizer of a provider is needed.
import type { ModelMessage, ToolSchema } from './model.ts';
import { toolBody } from './request-body.ts';

/** The marks around a message or tool, and what introduces the answer. */
const MARKS = 16;
/** English and code have three to four bytes a token; a count in the user's favour takes four. */
const BYTES_A_TOKEN = 4;
/** Our own prompts and tools are English and code, measured with a tokenizer: more than three. */
const OWN_BYTES_A_TOKEN = 2.5;

const bytesOf = (text: string): number => Buffer.byteLength(text, 'utf8');

/**
 * Frequent letters in a row, with the blank before them. Any two of them are a token of byte-level tokenizers, and so are a
 * blank and one of them. So no two stay single side by side, and three bytes make two tokens at most.
 */
const LETTERS = / ?[abcdefghilmnoprstuw]{2,}/g;

/** Of any text: such tokenizers, which all supported models have, make at least one byte a token. */
const tokensIn = (text: string): number => {
  let saved = 0;
  for (const { 0: letters } of text.matchAll(LETTERS)) saved += Math.floor(letters.length / 3);
  return bytesOf(text) - saved;
};

const textsOf = (message: ModelMessage): string[] =>
  message.role === 'assistant'
    ? [
        message.content,
        ...(message.calls ?? []).flatMap(({ id, name, input }) => [id, name, JSON.stringify(input ?? {})]),
      ]
    : [message.content];

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);

/** Remembers what was counted: a prompt goes through several counts in each round, and its parts never change. */
const countedOnce = <Part extends object>(count: (part: Part) => number): ((part: Part) => number) => {
  const counts = new WeakMap<Part, number>();
  return (part) => {
    const known = counts.get(part) ?? count(part);
    counts.set(part, known);
    return known;
  };
};

const messageTexts = countedOnce((message: ModelMessage) => textsOf(message).length);
const schemaBytes = countedOnce((tool: ToolSchema) => bytesOf(JSON.stringify(toolBody(tool))));
const messageBytes = countedOnce((message: ModelMessage) => sum(textsOf(message).map(bytesOf)));
const messageTokens = countedOnce((message: ModelMessage) => sum(textsOf(message).map(tokensIn)));

const marksOf = (messages: readonly ModelMessage[], tools: readonly ToolSchema[]): number =>
  (sum(messages.map(messageTexts)) + messages.length + tools.length + 1) * MARKS;

/** The first message is the agent's own prompt. */
const atMostOf = (message: ModelMessage, at: number): number =>
  at === 0 && message.role === 'system'
    ? Math.ceil(messageBytes(message) / OWN_BYTES_A_TOKEN)
    : messageTokens(message);

/** Never below the truth for the tokenizers of the supported models. */
export const tokensAtMost = (messages: readonly ModelMessage[], tools: readonly ToolSchema[]): number => {
  const schemas = sum(tools.map((tool) => Math.ceil(schemaBytes(tool) / OWN_BYTES_A_TOKEN)));
  return sum(messages.map(atMostOf)) + schemas + marksOf(messages, tools);
};

/** About as many tokens as a prompt has. */
export const promptTokens = (messages: readonly ModelMessage[], tools: readonly ToolSchema[]): number => {
  const bytes = sum(messages.map(messageBytes)) + sum(tools.map(schemaBytes));
  return Math.ceil((bytes + marksOf(messages, tools)) / BYTES_A_TOKEN);
};

/** About as many tokens as a text of so many bytes has. */
export const textTokens = (bytes: number): number => Math.ceil(bytes / BYTES_A_TOKEN);

/** The bytes of a text. */
export const textBytes = bytesOf;
