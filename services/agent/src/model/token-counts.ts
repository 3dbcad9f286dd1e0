// How many tokens a prompt can have at most, and how many a text has about; no tokenizer of a provider is needed.
import type { ModelMessage, ToolSchema } from './model.ts';
import { toolBody } from './request-body.ts';

/** The marks around a message or tool, and what introduces the answer. */
const MARKS = 16;
/** English and code have three to four bytes a token; a count in the user's favour takes four. */
const BYTES_A_TOKEN = 4;

const bytesOf = (text: string): number => Buffer.byteLength(text, 'utf8');

const textsOf = (message: ModelMessage): string[] =>
  message.role === 'assistant'
    ? [
        message.content,
        ...(message.calls ?? []).flatMap(({ id, name, input }) => [id, name, JSON.stringify(input ?? {})]),
      ]
    : [message.content];

/** Tokens of byte-level tokenizers, which all supported models have, hold at least one byte each. */
export const tokensAtMost = (messages: readonly ModelMessage[], tools: readonly ToolSchema[]): number => {
  const texts = messages.flatMap(textsOf);
  const schemas = tools.map((tool) => JSON.stringify(toolBody(tool)));
  const bytes = [...texts, ...schemas].reduce((sum, text) => sum + bytesOf(text), 0);
  return bytes + (texts.length + messages.length + tools.length + 1) * MARKS;
};

/** About as many tokens as a prompt has. */
export const promptTokens = (messages: readonly ModelMessage[], tools: readonly ToolSchema[]): number =>
  Math.ceil(tokensAtMost(messages, tools) / BYTES_A_TOKEN);

/** About as many tokens as a text has. */
export const textTokens = (text: string): number => Math.ceil(bytesOf(text) / BYTES_A_TOKEN);
