// Turns the chunks of a stream into replies: text as it comes, tool calls put together, and always a usage at the end.
import { ModelBroken, type ModelReply, type ModelRequest, type ModelUsage } from './model.ts';
import type { Chunk, OpenedStream } from './open-stream.ts';
import { promptTokens, textBytes, textTokens } from './token-counts.ts';
import { collectCalls } from './tool-calls.ts';

/** Replies of an opened stream. */
export async function* streamReplies(
  opened: OpenedStream,
  request: ModelRequest,
  nextChunkMs: number,
): AsyncGenerator<ModelReply> {
  const { signal, maxOutputTokens } = request;
  const calls = collectCalls();
  const seen = { chunks: 0, tokens: 0, reported: undefined as ModelUsage | undefined, finish: '' };
  let failure: unknown;
  try {
    for (let next: Chunk | undefined = opened.first; next; next = await within(nextChunkMs, opened)) {
      signal.throwIfAborted();
      const choice = next.choices?.[0];
      const text = choice?.delta?.content ?? '';
      const parts = choice?.delta?.tool_calls ?? [];
      seen.reported = next.usage ?? seen.reported;
      seen.finish = choice?.finish_reason || seen.finish;
      seen.tokens += textTokens(textBytes(text)) + calls.add(parts);
      // A chunk holds a token at least, so a server that goes on after these does not keep to the limit.
      if (text !== '' || parts.length > 0) seen.chunks += 1;
      if (seen.chunks > maxOutputTokens) throw new ModelBroken('the answer is longer than was asked for');
      if (text !== '') yield { kind: 'text', text };
    }
    signal.throwIfAborted();
    if (seen.finish === '') throw new ModelBroken('the answer ended in the middle');
  } catch (cause) {
    failure = signal.aborted ? signal.reason : brokenOf(cause);
  } finally {
    opened.close();
  }
  const whole = calls.all();
  if (failure === undefined && whole.length > 0) yield { kind: 'tool-calls', calls: whole };
  yield usageOf(request, seen);
  if (failure !== undefined) throw failure;
}

const brokenOf = (cause: unknown): ModelBroken =>
  cause instanceof ModelBroken ? cause : new ModelBroken('the answer broke off', { cause });

const usageOf = (
  { messages, tools, maxOutputTokens }: ModelRequest,
  seen: { readonly tokens: number; readonly reported: ModelUsage | undefined; readonly finish: string },
): ModelReply => {
  const isCut = seen.finish === 'length';
  if (seen.reported) return { kind: 'usage', usage: seen.reported, isCounted: false, isCut };
  const output = Math.min(seen.tokens, maxOutputTokens);
  return {
    kind: 'usage',
    usage: { input: promptTokens(messages, tools), cached: 0, output },
    isCounted: true,
    isCut,
  };
};

/** The next chunk, unless the server is silent for too long. */
const within = async (ms: number, { next, close }: OpenedStream): Promise<Chunk | undefined> => {
  let isLate = false;
  const timer = setTimeout(() => {
    isLate = true;
    close();
  }, ms);
  try {
    const chunk = await next();
    if (isLate) throw new ModelBroken('the model server fell silent');
    return chunk;
  } finally {
    clearTimeout(timer);
  }
};
