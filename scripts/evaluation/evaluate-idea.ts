// Has the Strategy agent write one idea with the product's own loop, prompt and tools, and judges the outcome.
import { microVutOf, toVut } from '@tradeium/contracts';
import { codeBlocksOf, isPython, readMarkdown } from '@tradeium/contracts/markdown';
import type { AgentModel } from '../../services/agent/src/config.ts';
import { costOfTokens } from '../../services/agent/src/domain/pricing.ts';
import type { Model } from '../../services/agent/src/model/model.ts';
import { openLiveReply } from '../../services/agent/src/replies/live-reply.ts';
import { promptOf } from '../../services/agent/src/replies/prompt.ts';
import { writeReply } from '../../services/agent/src/replies/write-reply.ts';
import { SCHEMAS, TOOLS } from '../../services/agent/src/tools/tools.ts';
import { type Idea, shortcomings } from './judge.ts';
import { SETTINGS } from './made-up-candles.ts';
import type { Market } from './made-up-market.ts';

export type Verdict = {
  readonly idea: Idea;
  /** The faults, as text; empty when all is well. */
  readonly wrong: readonly string[];
  readonly ran: boolean;
  readonly causal: boolean;
  /** How often a tool was used. */
  readonly steps: number;
  readonly usage: { readonly input: number; readonly cached: number; readonly output: number };
  readonly costVut: number;
  readonly seconds: number;
};

type Evaluated = {
  readonly model: Model;
  readonly agentModel: AgentModel;
  readonly prompt: string;
  readonly market: Market;
};

const NOBODY = {
  userId: 'evaluation',
  chatId: 'evaluation',
  conversationId: 'evaluation',
  agent: 'strategy',
} as const;
const NO_LIMIT = microVutOf(Number.MAX_SAFE_INTEGER);
const NO = /\b(no|not|cannot|can't|impossible)\b/i;

const ignore = () => undefined;
const SILENT = { debug: ignore, info: ignore, warn: ignore, error: ignore };
const noFiles = () => Promise.reject(new Error('The evaluation has no files.'));
const FILES = { put: noFiles, sealed: noFiles, get: noFiles, keyOf: noFiles };

export const evaluateIdea = async (evaluated: Evaluated, idea: Idea, number: number): Promise<Verdict> => {
  const { model, agentModel, prompt, market } = evaluated;
  const [tools, schemas] = [TOOLS.strategy, SCHEMAS.strategy];
  const { messages } = promptOf({
    model,
    limits: agentModel,
    tools: schemas,
    system: prompt,
    settings: SETTINGS,
    today: SETTINGS.end_date,
    filenames: [],
    selected: {},
    turns: [],
    summary: null,
    message: idea.text,
  });
  const live = openLiveReply({ ...NOBODY, replyId: `evaluation-${number}` });
  const startedMs = performance.now();
  const failure = await writeReply(
    {
      model,
      agentModel,
      tools,
      schemas,
      messages,
      atMost: NO_LIMIT,
      settings: SETTINGS,
      filenames: [],
      client: market.client,
      files: FILES,
      log: SILENT,
    },
    live,
  ).then(
    () => undefined,
    (cause: unknown) => (cause instanceof Error ? cause.message : String(cause)),
  );
  const { text, usage, runsCost, steps } = live.draft();
  const code = codeBlocksOf(readMarkdown(text).blocks).findLast(isPython)?.code;
  const outcome = code === undefined ? undefined : await market.run(code);
  const causal =
    outcome?.ok === true && outcome.quick.findings.every(({ severity }) => severity !== 'critical');
  return {
    idea,
    wrong: failure ? [failure] : wrongs(idea, text, outcome, causal),
    ran: outcome?.ok === true,
    causal,
    steps: steps.length,
    usage,
    costVut: toVut(microVutOf(costOfTokens(agentModel.prices, usage) + runsCost)),
    seconds: (performance.now() - startedMs) / 1000,
  };
};

const wrongs = (
  { expect, judged }: Idea,
  text: string,
  outcome: Awaited<ReturnType<Market['run']>> | undefined,
  causal: boolean,
): string[] => {
  if (expect !== 'strategy') {
    if (outcome) return ['wrote code'];
    const isAsExpected = expect === 'no' ? NO.test(text) : text.includes('?');
    return isAsExpected ? [] : [expect === 'no' ? 'did not say no' : 'did not ask'];
  }
  if (!outcome) return ['no code'];
  if (!outcome.ok) return [`does not run: ${outcome.message}`];
  return [...(causal ? [] : ['critical finding']), ...shortcomings(judged, outcome.result)];
};
