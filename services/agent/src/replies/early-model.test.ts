// What the model is asked before a message is written down, and what is done with its answer.
import { expect, test } from 'vitest';
import type { Model, ModelReply } from '../model/model.ts';
import { earlyModel, NotSent } from './early-model.ts';

const WORDS: ModelReply = { kind: 'text', text: 'Well' };

const asked = (isSent: Promise<boolean>) => {
  const log: string[] = [];
  const model = {
    async *stream() {
      log.push('asked');
      try {
        yield WORDS;
        log.push('asked for more');
      } finally {
        log.push('left');
      }
    },
  } as unknown as Model;
  const early = earlyModel(model, isSent);
  const request = { messages: [], tools: [], maxOutputTokens: 1, signal: new AbortController().signal };
  const got = (async () => {
    const replies: ModelReply[] = [];
    for await (const reply of early.stream(request)) replies.push(reply);
    return replies;
  })();
  return { log, got };
};

test('the model is asked at once, and its answer is held back until the message is written down', async () => {
  const sent = Promise.withResolvers<boolean>();
  const { log, got } = asked(sent.promise);
  await Promise.resolve();
  expect(log).toEqual(['asked']);
  sent.resolve(true);
  expect(await got).toEqual([WORDS]);
  expect(log).toEqual(['asked', 'asked for more', 'left']);
});

test('of the answer to a refused message nothing is taken, and the model is left', async () => {
  const { log, got } = asked(Promise.resolve(false));
  await expect(got).rejects.toThrow(NotSent);
  expect(log).toEqual(['asked', 'left']);
});
