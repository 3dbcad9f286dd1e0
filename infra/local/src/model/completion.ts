// The server-sent chunks and the whole answer of OpenAI's chat completions.
import { createHash } from 'node:crypto';
import type { Answer } from './answer.ts';
import type { CompletionRequest } from './conversation.ts';
import { tokensOf } from './tokens.ts';

export const MODEL = 'tradeium-demo';

export type Usage = { readonly prompt: number; readonly cached: number; readonly completion: number };

type Delta = {
  readonly role?: 'assistant';
  readonly content?: string;
  readonly tool_calls?: readonly {
    readonly index: number;
    readonly id?: string;
    readonly type?: 'function';
    readonly function: { readonly name?: string; readonly arguments: string };
  }[];
};

/** The same request gets the same ids. */
const idOf = (kind: string, ...of: readonly unknown[]): string =>
  `${kind}_${createHash('sha256').update(JSON.stringify(of)).digest('hex').slice(0, 24)}`;

/** A piece of an answer that is sent by itself; each is a token. */
export type Piece = { readonly delta: Delta };

/** The pieces of an answer, cut off at `most` tokens; `input` may replace what the calls are given. */
export const piecesOf = (
  answer: Answer,
  request: CompletionRequest,
  most: number,
  input: (call: Answer['calls'][number]) => string = (each) => JSON.stringify(each.input),
): { readonly pieces: readonly Piece[]; readonly finish: 'stop' | 'tool_calls' | 'length' } => {
  const text = tokensOf(answer.text).map((content): Piece => ({ delta: { content } }));
  const calls = answer.calls.flatMap((each, index): Piece[] => [
    {
      delta: {
        tool_calls: [
          {
            index,
            id: idOf('call', request.messages, index),
            type: 'function',
            function: { name: each.name, arguments: '' },
          },
        ],
      },
    },
    ...tokensOf(input(each)).map(
      (part): Piece => ({
        delta: { tool_calls: [{ index, function: { arguments: part } }] },
      }),
    ),
  ]);
  const pieces = [...text, ...calls];
  const finish = answer.calls.length > 0 ? 'tool_calls' : 'stop';
  return pieces.length > most ? { pieces: pieces.slice(0, most), finish: 'length' } : { pieces, finish };
};

const usageBody = ({ prompt, cached, completion }: Usage) => ({
  prompt_tokens: prompt,
  completion_tokens: completion,
  total_tokens: prompt + completion,
  prompt_tokens_details: { cached_tokens: cached },
});

/** Writes the chunks of one stream, each as the text of its event. */
export const chunkWriter = (request: CompletionRequest, createdMs: number) => {
  const head = {
    id: idOf('chatcmpl', request),
    object: 'chat.completion.chunk',
    created: Math.floor(createdMs / 1000),
    model: MODEL,
  };
  const withUsage = request.stream_options?.include_usage === true;
  const event = (body: object): string =>
    `data: ${JSON.stringify({ ...head, ...(withUsage && { usage: null }), ...body })}\n\n`;
  return {
    delta: (delta: Delta, finish: string | null = null): string =>
      event({ choices: [{ index: 0, delta, finish_reason: finish }] }),
    usage: (usage: Usage): string => (withUsage ? event({ choices: [], usage: usageBody(usage) }) : ''),
    done: 'data: [DONE]\n\n',
  };
};

/** The answer to a request that wants no stream. */
export const wholeCompletion = (
  request: CompletionRequest,
  { pieces, finish }: ReturnType<typeof piecesOf>,
  usage: Usage,
  createdMs: number,
) => {
  const calls = pieces.flatMap(({ delta }) => delta.tool_calls ?? []);
  const heads = calls.filter(({ id }) => id !== undefined);
  const message = {
    role: 'assistant',
    content: pieces.map(({ delta }) => delta.content ?? '').join('') || null,
    ...(heads.length > 0 && {
      tool_calls: heads.map(({ index, id, type, function: { name } }) => {
        const parts = calls.filter((each) => each.index === index).map((each) => each.function.arguments);
        return { id, type, function: { name, arguments: parts.join('') } };
      }),
    }),
  };
  return {
    id: idOf('chatcmpl', request),
    object: 'chat.completion',
    created: Math.floor(createdMs / 1000),
    model: MODEL,
    choices: [{ index: 0, message, finish_reason: finish }],
    usage: usageBody(usage),
  };
};
