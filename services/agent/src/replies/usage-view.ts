// The tokens and the cost of a reply, as the API has them.
import { type ChatEvent, microVutOf, type TokenUsage, toVut } from '@tradeium/contracts';
import { NO_USAGE } from '../domain/pricing.ts';

export const usageView = ({ input, cached, output }: TokenUsage, isOutputFree: boolean) => ({
  input_tokens: input,
  cached_tokens: cached,
  output_tokens: output,
  ...(isOutputFree && { free: true as const }),
});

type Charged = {
  readonly usage: TokenUsage | null;
  readonly cost: number;
  readonly isOutputFree: boolean;
};

export const usageEvent = ({ usage, cost, isOutputFree }: Charged): ChatEvent => ({
  type: 'usage',
  ...usageView(usage ?? NO_USAGE, isOutputFree),
  cost_vut: toVut(microVutOf(cost)),
});
