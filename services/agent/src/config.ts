// The environment of the agent service.
import { AGENT_VUT_PER_MILLION_TOKENS, type Agent } from '@tradeium/contracts';
import { commonConfig, masterKeyConfig } from '@tradeium/service-kit';
import { z } from 'zod';
import { OUTPUT_LIMITS } from './model/request-body.ts';

/** VUT for a million tokens, which is 10⁻⁶ VUT for one: a whole number, so that every cost is exact. */
const price = z.coerce.number().int().min(0).max(1_000_000);
const tokens = z.coerce.number().int().min(256).max(10_000_000);

const CONTEXT_TOKENS = 128_000;
const MAX_OUTPUT_TOKENS = 16_000;

const modelSettings = (agent: Agent, name: string) => {
  const { input, cached, output } = AGENT_VUT_PER_MILLION_TOKENS[agent];
  const prefix = `${agent.toUpperCase() as Uppercase<Agent>}_MODEL` as const;
  return {
    [prefix]: z.string().min(1).max(200).default(name),
    [`${prefix}_INPUT_VUT`]: price.default(input),
    [`${prefix}_CACHED_VUT`]: price.default(cached),
    [`${prefix}_OUTPUT_VUT`]: price.min(1).default(output),
    [`${prefix}_CONTEXT_TOKENS`]: tokens.default(CONTEXT_TOKENS),
    [`${prefix}_MAX_OUTPUT_TOKENS`]: tokens.default(MAX_OUTPUT_TOKENS),
  };
};

/** An agent's model: its name, its prices, and what it can take. */
export type AgentModel = {
  readonly name: string;
  readonly prices: { readonly input: number; readonly cached: number; readonly output: number };
  readonly contextTokens: number;
  readonly maxOutputTokens: number;
};

const agentModel = (agent: Agent, environment: Readonly<Record<string, unknown>>): AgentModel => {
  const prefix = `${agent.toUpperCase()}_MODEL`;
  const number = (end: string) => Number(environment[`${prefix}_${end}`]);
  return {
    name: String(environment[prefix]),
    prices: { input: number('INPUT_VUT'), cached: number('CACHED_VUT'), output: number('OUTPUT_VUT') },
    contextTokens: number('CONTEXT_TOKENS'),
    maxOutputTokens: number('MAX_OUTPUT_TOKENS'),
  };
};

export const config = commonConfig
  .extend({
    ...masterKeyConfig,
    /** The base address of any API that speaks OpenAI's protocol, with its `/v1`. */
    MODEL_URL: z.url({ protocol: /^https?$/ }),
    MODEL_API_KEY: z.string().max(500).default(''),
    /** The server's name for the most tokens of an answer; Ollama knows only `max_tokens`. */
    MODEL_OUTPUT_LIMIT: z.enum(OUTPUT_LIMITS).default('max_completion_tokens'),
    /** A reply without a sign of life of its process for so long is lost, and ended by another one. */
    REPLY_LOST_AFTER_MS: z.coerce.number().int().min(1_000).max(600_000).default(20_000),
    ...modelSettings('strategy', 'gpt-5'),
    ...modelSettings('discovery', 'gpt-5-mini'),
  })
  .transform((environment) => ({
    ...environment,
    models: {
      strategy: agentModel('strategy', environment),
      discovery: agentModel('discovery', environment),
    },
  }));
