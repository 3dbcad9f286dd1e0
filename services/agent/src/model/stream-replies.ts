// Turns the chunks of a stream into replies: text as it comes, tool calls put together, and always a usage at the end.
import type { Pace } from '@tradeium/service-kit';
import { type AnswerEnd, ModelBroken, type ModelReply, type ModelRequest, type ModelUsage } from './model.ts';
import type { OpenedStream } from './open-stream.ts';
import type { Chunk } from './read-chunks.ts';
import { joinSaid, type Said, splitThinking } from './thinking.ts';
import { promptTokens, textBytes, textTokens } from './token-counts.ts';
import { collectCalls } from './tool-calls.ts';

/** Replies of an opened stream; what has come until its `turn` is read in one. */
export async function* streamReplies(
  opened: OpenedStream,
  request: ModelRequest,
  nextChunkMs: number,
  turn: Pace['turn'],
): AsyncGenerator<ModelReply> {
  const { signal, maxOutputTokens } = request;
  const calls = collectCalls();
  const splitter = splitThinking();
  const seen = { chunks: 0, tokens: 0, reported: undefined as ModelUsage | undefined, finish: '' };
  let failure: unknown;
  /** Takes in a chunk, and returns its words. */
  const take = ({ choices, usage }: Chunk): Said => {
    const choice = choices?.[0];
    const { text, thinking } = deltaOf(choice?.delta);
    const parts = choice?.delta?.tool_calls ?? [];
    // A chunk holds a token at least, so a server that goes on after these does not keep to the limit.
    if (text !== '' || thinking !== '' || parts.length > 0) seen.chunks += 1;
    if (seen.chunks > maxOutputTokens) return NOTHING;
    seen.reported = usage ?? seen.reported;
    seen.finish = choice?.finish_reason || seen.finish;
    seen.tokens += textTokens(textBytes(text + thinking)) + calls.add(parts);
    const said = splitter.add(text, thinking !== '');
    return { ...said, thinking: thinking + said.thinking };
  };
  try {
    let next: readonly Chunk[] | undefined = opened.first;
    while (next) {
      signal.throwIfAborted();
      const said = next.map(take);
      yield* repliesOf(said);
      if (seen.chunks > maxOutputTokens) throw new ModelBroken('the answer is longer than was requested');
      // The first words are not waited for.
      if (said.some(({ text }) => text !== '')) await turn(opened);
      next = await within(nextChunkMs, opened);
    }
    signal.throwIfAborted();
    if (seen.finish === '') throw new ModelBroken('the answer ended in the middle');
  } catch (cause) {
    failure = signal.aborted ? signal.reason : brokenOf(cause);
  } finally {
    opened.close();
  }
  yield* repliesOf([splitter.end()]);
  const whole = calls.all();
  if (failure === undefined && whole.length > 0) yield { kind: 'tool-calls', calls: whole };
  yield usageOf(request, seen, answerEndOf(seen.finish, whole.length));
  if (failure !== undefined) throw failure;
}

const NOTHING: Said = { text: '', thinking: '' };

/** Why a model refuses is its answer. */
const deltaOf = (delta: NonNullable<Chunk['choices']>[number]['delta']): Said => ({
  text: delta?.content?.text || delta?.refusal || '',
  thinking: delta?.content?.thinking || delta?.reasoning_content || delta?.reasoning || '',
});

/** Thoughts come before the words that follow from them. */
const repliesOf = (said: readonly Said[]): ModelReply[] => {
  const { isUnsaid = false, thinking, text } = joinSaid(said);
  return [
    ...(isUnsaid ? [{ kind: 'unsaid' } as const] : []),
    ...(thinking === '' ? [] : [{ kind: 'thinking', text: thinking } as const]),
    ...(text === '' ? [] : [{ kind: 'text', text } as const]),
  ];
};

const brokenOf = (cause: unknown): ModelBroken =>
  cause instanceof ModelBroken ? cause : new ModelBroken('the answer broke off', { cause });

/** Reasons to finish of OpenAI, and of servers that speak its protocol but have words of their own. */
const CUT = ['length', 'max_tokens', 'model_length'];
const FILTERED = ['content_filter', 'safety', 'recitation', 'blocklist', 'prohibited_content', 'refusal'];
const CALLING = ['tool_calls', 'function_call'];

const answerEndOf = (reason: string, calls: number): AnswerEnd => {
  const finish = reason.toLowerCase();
  if (finish === '' || CUT.includes(finish)) return 'cut';
  if (FILTERED.includes(finish)) return 'filtered';
  return CALLING.includes(finish) && calls === 0 ? 'unreadable' : 'whole';
};

const usageOf = (
  { messages, tools, maxOutputTokens }: ModelRequest,
  seen: { readonly tokens: number; readonly reported: ModelUsage | undefined },
  end: AnswerEnd,
): ModelReply => {
  if (seen.reported) return { kind: 'usage', usage: seen.reported, isCounted: false, end };
  const output = Math.min(seen.tokens, maxOutputTokens);
  return {
    kind: 'usage',
    usage: { input: promptTokens(messages, tools), cached: 0, output },
    isCounted: true,
    end,
  };
};

/** The next chunk, unless the server is silent for too long. */
const within = async (ms: number, { next, close }: OpenedStream): Promise<readonly Chunk[] | undefined> => {
  let isLate = false;
  const timer = setTimeout(() => {
    isLate = true;
    close();
  }, ms);
  try {
    return await next();
  } catch (cause) {
    throw isLate ? new ModelBroken('the model server fell silent') : cause;
  } finally {
    clearTimeout(timer);
  }
};
