// A model behind any server that speaks OpenAI's chat completions.
import { type Log, openPace } from '@tradeium/service-kit';
import { OpenAI } from 'openai';
import type { Model } from './model.ts';
import { openStream, type Patience } from './open-stream.ts';
import { openPatientFetch } from './patient-fetch.ts';
import { completionBody, type OutputLimit } from './request-body.ts';
import { streamReplies } from './stream-replies.ts';
import { tokensAtMost } from './token-counts.ts';

export type ModelConfig = {
  /** With the version: `https://api.openai.com/v1`. */
  readonly url: string;
  /** Empty for servers that ask for none. */
  readonly apiKey: string;
  readonly name: string;
  /** The server's name for the limit of an answer: `max_completion_tokens` unless said. */
  readonly outputLimit?: OutputLimit;
  readonly patience?: Partial<Patience>;
};

/** Models that think first are silent for minutes; once they write, they do not stop for long. */
const PATIENCE: Patience = {
  firstChunkMs: 180_000,
  nextChunkMs: 60_000,
  attempts: 3,
  pauseMs: 500,
  longestPauseMs: 10_000,
};
const NO_KEY = 'none';
/** A server may be replaced by another one under the same address. */
const DEMO_KNOWN_MS = 60_000;
const MODELS_TIMEOUT_MS = 3_000;

/** All answers that this process reads have their turns together. */
const { turn } = openPace();

export const openModel = (config: ModelConfig, log: Log): Model => {
  const { name, url, outputLimit = 'max_completion_tokens' } = config;
  const patience = { ...PATIENCE, ...config.patience };
  // Retries are ours: the client's do not end with the first chunk. It would print broken chunks, which hold users' words.
  const fetchWith = openPatientFetch();
  const client = new OpenAI({
    baseURL: url,
    apiKey: config.apiKey || NO_KEY,
    maxRetries: 0,
    timeout: patience.firstChunkMs,
    logLevel: 'off',
    fetch: fetchWith(),
    organization: null,
    project: null,
  });
  return {
    name,
    isDemo: rememberFor(DEMO_KNOWN_MS, () => askIsDemo(client)),
    tokensAtMost,
    async *stream(request) {
      const body = completionBody(name, request, outputLimit);
      const asking = client.withOptions({ fetch: fetchWith(() => request.onAsked?.(true)) });
      const opened = await openStream(asking, body, request, patience, (attempt, reason) =>
        log.warn({ model: name, attempt, reason }, 'the model did not answer and is asked again'),
      );
      yield* streamReplies(opened, request, patience.nextChunkMs, turn);
    },
  };
};

const askIsDemo = async (client: OpenAI): Promise<boolean> => {
  const { data } = await client.models.list({ timeout: MODELS_TIMEOUT_MS });
  return data.some(({ owned_by }) => owned_by === 'tradeium-demo');
};

/** Failures are not remembered: they say nothing. */
const rememberFor = (ms: number, ask: () => Promise<boolean>): (() => Promise<boolean>) => {
  let known: { readonly value: Promise<boolean>; readonly untilMs: number } | undefined;
  return () => {
    if (known && performance.now() < known.untilMs) return known.value;
    const value = ask().catch(() => {
      known = undefined;
      return false;
    });
    known = { value, untilMs: performance.now() + ms };
    return value;
  };
};
