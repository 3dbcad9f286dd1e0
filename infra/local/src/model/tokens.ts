// Tokens of the demo model: how text is cut into chunks and counted, and which prefix of a prompt was seen before.
import { createHash } from 'node:crypto';
import type { CompletionRequest } from './conversation.ts';

/** Up to six letters with the blank before them, runs of blanks, or a single sign: no token is empty. */
const TOKEN = / ?[\p{L}\p{N}_]{1,6}|\s+|[^\s\p{L}\p{N}_]/gu;

export const tokensOf = (text: string): string[] => text.match(TOKEN) ?? [];

/** As OpenAI's prompt caching has it: in steps, from a least size on. */
const CACHE_STEP = 128;
const CACHE_LEAST = 1024;
const PREFIXES_MAX = 50_000;
const TOKENS_A_MESSAGE = 4;

export type PromptTokens = { readonly prompt: number; readonly cached: number };
export type PromptCache = { readonly count: (request: CompletionRequest) => PromptTokens };

/** Counts a prompt's tokens, and how many of them begin a prompt that came before. */
export const openPromptCache = (): PromptCache => {
  /** In the order of their last use. */
  const prefixes = new Set<string>();
  return {
    count: ({ messages, tools }) => {
      const tokens = [JSON.stringify(tools), ...messages.flatMap(textsOf)].flatMap(tokensOf);
      const hash = createHash('sha256');
      let cached = 0;
      for (let end = CACHE_STEP; end <= tokens.length; end += CACHE_STEP) {
        hash.update(tokens.slice(end - CACHE_STEP, end).join(''));
        const prefix = hash.copy().digest('base64');
        if (prefixes.delete(prefix) && end >= CACHE_LEAST) cached = end;
        prefixes.add(prefix);
      }
      for (const oldest of prefixes) {
        if (prefixes.size <= PREFIXES_MAX) break;
        prefixes.delete(oldest);
      }
      return { prompt: tokens.length + messages.length * TOKENS_A_MESSAGE, cached };
    },
  };
};

const textsOf = ({ role, content, tool_calls = [] }: CompletionRequest['messages'][number]): string[] => [
  role,
  content,
  ...tool_calls.flatMap((call) => [call.function.name, call.function.arguments]),
];
