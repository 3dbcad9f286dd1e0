// A model whose client is loaded with its first use: it takes some 15 MiB of memory, which an idle system saves.
import type { CallResults, Log } from '@tradeium/service-kit';
import { type Model, ModelBroken, ModelBusy, ModelUnavailable } from './model.ts';
import type { ModelConfig } from './model-client.ts';
import { tokensAtMost } from './token-counts.ts';

/** Failures of the server, as our own errors say them; a reply that its reader stops is none. */
const isFailure = (cause: unknown): boolean =>
  [ModelUnavailable, ModelBusy, ModelBroken].some((kind) => cause instanceof kind);

/** `results` notes whether the model answers. */
export const openLazyModel = (config: ModelConfig, log: Log, results: CallResults): Model => {
  let opening: Promise<Model> | undefined;
  const opened = (): Promise<Model> => {
    opening ??= import('./model-client.ts').then(({ openModel }) => openModel(config, log));
    return opening;
  };
  return {
    name: config.name,
    isDemo: async () => (await opened()).isDemo(),
    tokensAtMost,
    async *stream(request) {
      const model = await opened();
      try {
        for await (const reply of model.stream(request)) {
          results.worked();
          yield reply;
        }
      } catch (cause) {
        if (isFailure(cause)) results.failed((cause as Error).message);
        throw cause;
      }
    },
  };
};
