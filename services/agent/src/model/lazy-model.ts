// A model whose client is loaded with its first use: it takes some 15 MiB of memory, which an idle system does without.
import type { Log } from '@tradeium/service-kit';
import type { Model } from './model.ts';
import type { ModelConfig } from './model-client.ts';
import { tokensAtMost } from './token-counts.ts';

export const openLazyModel = (config: ModelConfig, log: Log): Model => {
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
      yield* (await opened()).stream(request);
    },
  };
};
