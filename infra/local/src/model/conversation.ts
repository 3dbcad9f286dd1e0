// The request of OpenAI's chat completions, as far as this server reads it, and what has happened since the last question.
import { z } from 'zod';

const text = z
  .union([z.string(), z.array(z.looseObject({ type: z.string(), text: z.string().optional() }))])
  .nullish()
  .transform((content) =>
    typeof content === 'string' ? content : (content ?? []).map((part) => part.text ?? '').join(''),
  );

const message = z.looseObject({
  role: z.enum(['system', 'developer', 'user', 'assistant', 'tool']),
  content: text,
  tool_call_id: z.string().optional(),
  tool_calls: z
    .array(z.looseObject({ id: z.string(), function: z.object({ name: z.string(), arguments: z.string() }) }))
    .optional(),
});

export const completionRequest = z.looseObject({
  model: z.string().min(1),
  messages: z.array(message).min(1),
  tools: z.array(z.looseObject({ function: z.looseObject({ name: z.string() }) })).default([]),
  stream: z.boolean().nullish(),
  stream_options: z.looseObject({ include_usage: z.boolean().nullish() }).nullish(),
  max_tokens: z.int().positive().nullish(),
  max_completion_tokens: z.int().positive().nullish(),
});
export type CompletionRequest = z.infer<typeof completionRequest>;
type Message = CompletionRequest['messages'][number];

/** A tool that was called since the last question, with its answer. */
export type AnsweredCall = {
  readonly name: string;
  readonly input: Readonly<Record<string, unknown>>;
  /** As text, and as an object where it is one. */
  readonly answer: string;
  readonly fields: Readonly<Record<string, unknown>>;
  readonly failed: boolean;
};

export type Conversation = {
  /** The user's messages, in order; never empty strings only because a model is asked without a user. */
  readonly asked: readonly string[];
  /** Everything that is neither the user's nor an answer, where the chat's settings stand. */
  readonly instructions: string;
  /** The strategy file that the user looks at. */
  readonly openFile: string | null;
  readonly tools: ReadonlySet<string>;
  /** Calls that have an answer, since the user's last message. */
  readonly calls: readonly AnsweredCall[];
};

/** As the agent names it. */
const OPEN_FILE = /^The user looks at: (?:the result \S+ of )?(.+\.py)\.$/m;

/** The conversation of a request. */
export const readConversation = ({ messages, tools }: CompletionRequest): Conversation => {
  const lastQuestion = messages.findLastIndex(({ role }) => role === 'user');
  const instructions = messages.filter(({ role }) => role === 'system' || role === 'developer');
  const said = instructions.map(({ content }) => content).join('\n');
  return {
    asked: messages.filter(({ role }) => role === 'user').map(({ content }) => content),
    instructions: said,
    openFile: OPEN_FILE.exec(said)?.[1] ?? null,
    tools: new Set(tools.map((tool) => tool.function.name)),
    calls: answeredCalls(messages.slice(lastQuestion + 1)),
  };
};

const answeredCalls = (turn: readonly Message[]): AnsweredCall[] =>
  turn
    .flatMap(({ tool_calls }) => tool_calls ?? [])
    .flatMap(({ id, function: { name, arguments: input } }) => {
      const answer = turn.find((each) => each.role === 'tool' && each.tool_call_id === id)?.content;
      if (answer === undefined) return [];
      const fields = objectOf(answer);
      return [{ name, input: objectOf(input), answer, fields, failed: isFailure(name, answer, fields) }];
    });

/** Tools answer with an object, or with the words that nothing is wrong; every other text is a reason why not. */
const isFailure = (name: string, answer: string, fields: Readonly<Record<string, unknown>>): boolean => {
  if (name === 'check_strategy') return !/^no problems/i.test(answer);
  if (name.startsWith('read_')) return /^(the chat has no|error)|not found/i.test(answer.slice(0, 200));
  return Object.keys(fields).length === 0 || looksAhead(fields) !== undefined;
};

/** The words of a finding that the code uses the future. */
export const looksAhead = ({ findings }: Readonly<Record<string, unknown>>): string | undefined => {
  const all = Array.isArray(findings) ? findings : [];
  const found = all.find(
    ({ severity, text }) => severity === 'critical' && /uses the future/i.test(String(text)),
  );
  return found === undefined ? undefined : String(found.text);
};

const objectOf = (json: string): Readonly<Record<string, unknown>> => {
  try {
    const value: unknown = JSON.parse(json);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {};
  } catch {
    return {};
  }
};
