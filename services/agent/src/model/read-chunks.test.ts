// Chunks of a streamed answer: what came before its end or a failure counts, and nothing is quoted.
import { expect, test } from 'vitest';
import { ModelBroken } from './model.ts';
import { readChunks } from './read-chunks.ts';

const ONE = 'data: {"choices":[{"delta":{"content":"one"}}]}\n\n';
const TWO = 'data: {"choices":[{"delta":{"content":"two"}}]}\n\n';

/** A response whose bytes come in these pieces. */
const reading = (...pieces: readonly string[]) => {
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => {
      for (const piece of pieces) controller.enqueue(new TextEncoder().encode(piece));
      controller.close();
    },
  });
  return readChunks(new Response(body));
};

const textsOf = async ({ next }: ReturnType<typeof reading>): Promise<string[] | undefined> =>
  (await next())?.map(({ choices }) => choices?.[0]?.delta?.content?.text ?? '');

test('all chunks that have come are read at once', async () => {
  const reader = reading(ONE + TWO, ONE.slice(0, 9), ONE.slice(9), 'data: [DONE]\n\n');
  expect(await textsOf(reader)).toEqual(['one', 'two']);
  expect(await textsOf(reader)).toEqual(['one']);
  expect(await textsOf(reader)).toBeUndefined();
});

test('what follows the end is not read', async () => {
  const reader = reading(`${ONE}data: [DONE]\n\n${TWO}`, TWO);
  expect(await textsOf(reader)).toEqual(['one']);
  expect(await textsOf(reader)).toBeUndefined();
});

test.each([
  ['no JSON', 'data: {"secret"\n\n'],
  ['an error', 'data: {"error":{"message":"secret"}}\n\n'],
  ['none of the protocol', 'data: {"choices":"secret"}\n\n'],
])('a chunk that is %s is reported after those before it, and not quoted', async (_, broken) => {
  const reader = reading(ONE + broken + TWO);
  expect(await textsOf(reader)).toEqual(['one']);
  const failure = await textsOf(reader).catch((cause: unknown) => cause);
  expect(failure).toBeInstanceOf(ModelBroken);
  expect(String(failure)).not.toContain('secret');
});

test('a reader that leaves early ends the connection, and one that has read it all does not', async () => {
  const left: string[] = [];
  const early = reading(ONE, TWO);
  await early.next();
  early.leave(() => left.push('early'));
  const late = reading(`${ONE}data: [DONE]\n\n`);
  await late.next();
  late.leave(() => left.push('late'));
  expect(left).toEqual(['early']);
});
