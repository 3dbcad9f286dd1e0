// The part of a reply written so far: its text, its steps, its results, and what it has used.
import {
  type Agent,
  addMicroVut,
  type MicroVut,
  type ReplyResult,
  type ReplyStep,
  replyResult,
  replyStep,
  tokenUsage,
} from '@tradeium/contracts';
import { z } from 'zod';
import type { DataOf } from '../domain/conversation-state.ts';
import { addUsage, costOfTokens, NO_USAGE, type Prices } from '../domain/pricing.ts';

/** A draft as stored in case its process dies. */
export const keptDraft = z.object({
  text: z.string(),
  steps: z.array(replyStep),
  results: z.array(replyResult),
  notices: z.array(z.string()),
  /** Of the ended rounds, plus an estimate for the one under way, from its words. */
  usage: tokenUsage,
  underWay: tokenUsage,
  /** The cost of its backtests, in 10⁻⁶ VUT. */
  runsCost: z.int().nonnegative(),
  /** True if a backtest of its code was not run through no fault of its user or code; the second, if one has ended well. */
  hasMissedRun: z.boolean().default(false),
  hasRun: z.boolean(),
});
export type ReplyDraft = z.infer<typeof keptDraft>;

export const EMPTY_DRAFT: ReplyDraft = {
  text: '',
  steps: [],
  results: [],
  notices: [],
  usage: NO_USAGE,
  underWay: NO_USAGE,
  runsCost: 0,
  hasMissedRun: false,
  hasRun: false,
};

/** The draft with a step, new or with a new status. */
export const withStep = (draft: ReplyDraft, step: ReplyStep): ReplyDraft => {
  const isKnown = draft.steps.some(({ id }) => id === step.id);
  const steps = isKnown
    ? draft.steps.map((known) => (known.id === step.id ? step : known))
    : [...draft.steps, step];
  return { ...draft, steps };
};

export const withResult = (draft: ReplyDraft, result: ReplyResult): ReplyDraft => ({
  ...draft,
  results: [...draft.results, result],
});

/** Code that could not be run here: the text around it is not charged. A model cannot be asked to produce that. */
const isCodeUnrun = ({ hasMissedRun, hasRun }: ReplyDraft): boolean => hasMissedRun && !hasRun;

type Ending = 'completed' | 'stopped' | 'interrupted' | 'failed';

/** The cost of a reply that ended this way, with the part that was written. */
export const chargeOf = (
  draft: ReplyDraft,
  how: Ending,
  prices: Prices,
): { readonly cost: MicroVut; readonly isOutputFree: boolean } => {
  const hasNoOutput = how === 'failed' && draft.usage.output === 0;
  const isOutputFree = hasNoOutput || (how !== 'stopped' && isCodeUnrun(draft));
  const tokens = costOfTokens(prices, draft.usage, isOutputFree);
  return { cost: addMicroVut(tokens, draft.runsCost as MicroVut), isOutputFree };
};

/** Steps that were under way when the reply ended have failed. */
const settledSteps = (steps: readonly ReplyStep[]): ReplyStep[] =>
  steps.map((step) => (step.status === 'running' ? { ...step, status: 'failed' } : step));

export type ReplyReference = {
  readonly userId: string;
  readonly conversationId: string;
  readonly chatId: string;
  readonly agent: Agent;
  readonly replyId: string;
};

/** The draft as the event of its end. */
export const endDataOf = (
  { userId, conversationId, chatId, agent, replyId }: ReplyReference,
  draft: ReplyDraft,
  how: Ending,
  prices: Prices,
): DataOf<'ReplyCompleted'> => {
  const { text, steps, results, notices } = draft;
  // The round in which the model failed is free, and so is one that ended here before anything came; those before it are not.
  const isRoundFree = how === 'failed' || (how === 'interrupted' && draft.underWay.output === 0);
  const usage = isRoundFree ? draft.usage : addUsage(draft.usage, draft.underWay);
  const of = { userId, conversationId, chatId, agent, replyId };
  const what = { text: text.toWellFormed(), steps: settledSteps(steps), results, notices, usage };
  return { ...of, ...what, ...chargeOf({ ...draft, usage }, how, prices) };
};
