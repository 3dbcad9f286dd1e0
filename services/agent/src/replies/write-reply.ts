// Writes one reply: calls the model, runs the tools that it calls, and calls it again, within the reservation.
import {
  AGENT_TRIES_MAX,
  type ChatEvent,
  type MicroVut,
  microVutOf,
  type ReplyResult,
  type TradingSettings,
  toVut,
} from '@tradeium/contracts';
import type { Log, RequestClient, UserFiles } from '@tradeium/service-kit';
import type { AgentModel } from '../config.ts';
import { CALLS_MAX, CALLS_PER_ROUND_MAX, ROUNDS_MAX, roomFor, roundLimit } from '../domain/budget.ts';
import { addUsage, boundedUsage, costOfTokens, NO_USAGE } from '../domain/pricing.ts';
import type { AnswerEnd, Model, ModelCall, ModelMessage, ToolSchema } from '../model/model.ts';
import { promptTokens as countPrompt, textBytes, textTokens } from '../model/token-counts.ts';
import { runTool } from '../tools/run-tool.ts';
import type { Tool, ToolAnswer, ToolContext } from '../tools/tool.ts';
import { unbackedClaims, unnamedTrials } from './claims.ts';
import type { LiveReply } from './live-reply.ts';
import { chargeOf } from './reply-draft.ts';
import { hasRoomForText, shortDetail } from './reply-size.ts';
import { openThoughts } from './thoughts.ts';

export type ReplyJob = {
  readonly model: Model;
  readonly agentModel: AgentModel;
  readonly tools: readonly Tool[];
  /** As the model sees them. */
  readonly schemas: readonly ToolSchema[];
  readonly messages: readonly ModelMessage[];
  readonly atMost: MicroVut;
  readonly settings: TradingSettings;
  readonly filenames: readonly string[];
  readonly client: RequestClient;
  readonly files: UserFiles;
  readonly log: Log;
};

/** The credits that are left of the reservation. */
export const creditsLeft = ({ atMost, agentModel }: ReplyJob, live: LiveReply): MicroVut => {
  const { usage, runsCost } = live.draft();
  return microVutOf(Math.max(0, atMost - runsCost - costOfTokens(agentModel.prices, usage)));
};

/** From the moment at which its model has been asked, a reply that its user stops costs the prompt. */
export const askedFor = (live: LiveReply, input: number) => ({
  signal: live.signal,
  onAsked: (isAsked: boolean) =>
    live.note((draft) => ({ ...draft, underWay: isAsked ? { ...NO_USAGE, input } : NO_USAGE })),
});

/** The yield of one round. */
type Round = { readonly text: string; readonly calls: readonly ModelCall[]; readonly end: AnswerEnd };

/** Asks the model once; or the notice of why it cannot be asked. */
const askModel = async (
  job: ReplyJob,
  live: LiveReply,
  messages: readonly ModelMessage[],
  tools: readonly Tool[],
): Promise<Round | string> => {
  const { model, agentModel } = job;
  const schemas = tools.length > 0 ? job.schemas : [];
  const promptTokens = model.tokensAtMost(messages, schemas);
  const { prices, contextTokens, maxOutputTokens } = agentModel;
  const room = roomFor(contextTokens, promptTokens);
  if (room === null) return CONTEXT_FULL;
  const limit = roundLimit(prices, creditsLeft(job, live), promptTokens, Math.min(room, maxOutputTokens));
  if (limit === null) return BUDGET_USED;
  const calls: ModelCall[] = [];
  const before = live.draft().text.length;
  let bytes = 0;
  let end: AnswerEnd = 'whole';
  const input = Math.min(countPrompt(messages, schemas), promptTokens);
  const asked = { messages, tools: schemas, maxOutputTokens: limit, ...askedFor(live, input) };
  const thoughts = openThoughts(live);
  for await (const reply of model.stream(asked)) {
    if (reply.kind === 'text' || reply.kind === 'thinking') {
      bytes += textBytes(reply.text);
      if (reply.kind === 'thinking') thoughts.add(reply.text);
      else thoughts.end();
      if (reply.kind === 'text') live.tell({ type: 'chunk', content: reply.text });
      const underWay = { input, cached: 0, output: Math.min(limit, textTokens(bytes)) };
      live.note((draft) => ({ ...draft, underWay }));
      if (!hasRoomForText(live.draft())) {
        end = 'cut';
        break;
      }
    } else if (reply.kind === 'unsaid') thoughts.add(live.unsay(before));
    else if (reply.kind === 'tool-calls') calls.push(...reply.calls);
    else {
      const underWay = boundedUsage(reply.usage, { input: promptTokens, output: limit });
      live.note((draft) => ({ ...draft, underWay }));
      end = reply.end;
    }
  }
  thoughts.end();
  // Not before the round has ended well: one in which the model fails is free.
  live.note((draft) => ({ ...draft, usage: addUsage(draft.usage, draft.underWay), underWay: NO_USAGE }));
  return { text: live.draft().text.slice(before), calls, end };
};

const UNREADABLE_INPUT: ToolAnswer = {
  content: 'The input of this call cannot be read: it is not JSON.',
  hasFailed: true,
};
const UNKNOWN_TOOL: ToolAnswer = { content: 'There is no such tool.', hasFailed: true };
const NO_TRIES: ToolAnswer = {
  content: 'No more tries are left. Answer with what you know, and say what does not work yet.',
  hasFailed: true,
};

/** The tool's answer, or why it has none; rejects only when the reply is stopped. */
const answerOf = async (
  used: Tool | undefined,
  call: ModelCall,
  context: ToolContext,
): Promise<ToolAnswer> => {
  const input = used?.input.safeParse(call.input);
  if (!used || !input) return UNKNOWN_TOOL;
  if (call.input === null) return UNREADABLE_INPUT;
  if (!input.success) return { content: `The input is not valid: ${input.error.message}`, hasFailed: true };
  return runTool(context, () => used.run(context, input.data));
};

const titleOf = (used: Tool | undefined, call: ModelCall): string => {
  const input = used?.input.safeParse(call.input);
  return used && input?.success ? used.title(input.data) : `Use ${call.name.slice(0, 50)}`;
};

/** Only what its step holds whole can be run again. */
const keepable = ({ settings, ...result }: ReplyResult, isWhole: boolean): ReplyResult =>
  isWhole && settings ? { ...result, settings } : result;

/** The number of a call in its reply, and how many uses of code have failed before it. */
type Count = { readonly number: number; readonly failedTries: number };

/** Runs one call, with its step as all readers see it. */
const runCall = async (
  job: ReplyJob,
  live: LiveReply,
  call: ModelCall,
  { number, failedTries }: Count,
): Promise<{ readonly answer: ToolAnswer; readonly isFailedTry: boolean }> => {
  const used = job.tools.find(({ name }) => name === call.name);
  const id = `${live.replyId}-${number}`;
  const step = { type: 'step', id, tool: call.name.slice(0, 50), title: titleOf(used, call) } as const;
  live.tell({ ...step, status: 'running' });
  const { userId, chatId, signal } = live;
  const { filenames, settings, client, files, log } = job;
  const context: ToolContext = {
    userId,
    chatId,
    filenames,
    settings,
    client,
    files,
    log,
    signal,
    callId: id,
    creditsLeft: creditsLeft(job, live),
  };
  const isTry = used?.triesCode === true;
  const isRun = used !== undefined && used.costAtMost(settings) > 0;
  const hasTries = failedTries < AGENT_TRIES_MAX;
  const answer = isTry && !hasTries ? NO_TRIES : await answerOf(used, call, context);
  live.note((draft) => ({
    ...draft,
    runsCost: draft.runsCost + (answer.cost ?? 0),
    hasMissedRun: draft.hasMissedRun || (isRun && answer.isOurFault === true),
    hasRun: draft.hasRun || answer.result !== undefined,
  }));
  const whole = answer.detail ?? answer.content;
  const detail = shortDetail(live.draft(), whole, isTry);
  const status = answer.hasFailed ? 'failed' : 'done';
  live.tell({ ...step, title: answer.title ?? step.title, status, detail });
  if (answer.result) live.tell({ type: 'result', ...keepable(answer.result, detail === whole) });
  return { answer, isFailedTry: isTry && answer.hasFailed === true };
};

const notice = (text: string): ChatEvent => ({ type: 'notice', text });
const BUDGET_USED = 'The budget of this reply is used up. Send another message to go on.';
const CONTEXT_FULL =
  'The conversation no longer fits into what the model can read at once. Begin another one, or ask for less.';
const TOO_LONG = 'The reply has reached its greatest length.';
const WITHOUT_WORDS = 'The model ended its reply without a word.';
const FILTERED = 'The model’s provider filtered this reply by its rules on content, so it may be incomplete.';
const UNREADABLE_CALL = 'The model wanted to use a tool, but its call cannot be read.';
const TOO_MANY_ROUNDS = 'The agent has used its tools as often as one reply may.';

/** The fault of the last answer, if it has one: how it ended, or that it says nothing. */
const problemOf = ({ text, end }: Round): string | null => {
  if (end === 'filtered') return FILTERED;
  if (end === 'unreadable') return UNREADABLE_CALL;
  if (end === 'cut') return TOO_LONG;
  return text.trim() === '' ? WITHOUT_WORDS : null;
};

/** Says why a reply is not the expected one, and what it costs all the same. */
const tellProblem = ({ agentModel }: ReplyJob, live: LiveReply, round: Round): void => {
  const problem = problemOf(round);
  if (problem === null) return;
  const { cost } = chargeOf(live.draft(), 'completed', agentModel.prices);
  live.tell(notice(`${problem} It cost ${toVut(cost)} VUT.`));
};

/** Marks figures that the model has from nowhere: neither from a tool nor from what was said before. */
const markClaims = (
  { messages: before }: ReplyJob,
  live: LiveReply,
  messages: readonly ModelMessage[],
): void => {
  // The agent's prompt has figures of its own, which are not a result.
  const read = [...before.slice(1), ...messages.filter(({ role }) => role === 'tool')];
  const claims = unbackedClaims(
    live.draft().text,
    read.map(({ content }) => content),
  );
  if (claims.length > 0) live.tell(notice(`Not backed by a backtest or other data: ${claims.join('; ')}.`));
  const trials = unnamedTrials(live.draft().text, {
    studies: answersOf(messages, 'read_study'),
    results: [...answersOf(messages, 'run_backtest'), ...answersOf(messages, 'read_result')],
  });
  if (trials !== null)
    live.tell(
      notice(`Found among ${trials.toLocaleString('en-US')} trials, which this answer does not name.`),
    );
};

/** The answers of one tool in this reply. */
const answersOf = (messages: readonly ModelMessage[], name: string): string[] => {
  const ids = messages.flatMap((message) =>
    message.role === 'assistant'
      ? (message.calls ?? []).flatMap((call) => (call.name === name ? [call.id] : []))
      : [],
  );
  return messages.flatMap((message) =>
    message.role === 'tool' && ids.includes(message.callId) ? [message.content] : [],
  );
};

/** Writes the reply to its end; rejects when it is stopped, or the model fails. */
export const writeReply = async (job: ReplyJob, live: LiveReply): Promise<void> => {
  const messages: ModelMessage[] = [...job.messages];
  await converse(job, live, messages);
  markClaims(job, live, messages);
};

/** Asks and runs tools until the model calls no more; all of it is added to the messages. */
const converse = async (job: ReplyJob, live: LiveReply, messages: ModelMessage[]): Promise<void> => {
  let [failedTries, number] = [0, 0];
  for (let round = 1; round <= ROUNDS_MAX; round += 1) {
    const mayCall = round < ROUNDS_MAX && number < CALLS_MAX;
    const answered = await askModel(job, live, messages, mayCall ? job.tools : []);
    if (typeof answered === 'string') return live.tell(notice(answered));
    const { text } = answered;
    const calls = answered.calls.slice(0, Math.min(CALLS_PER_ROUND_MAX, CALLS_MAX - number));
    if (answered.calls.length === 0) return tellProblem(job, live, answered);
    if (calls.length === 0) break;
    messages.push({ role: 'assistant', content: text, calls });
    for (const call of calls) {
      number += 1;
      const { answer, isFailedTry } = await runCall(job, live, call, { number, failedTries });
      if (isFailedTry) failedTries += 1;
      messages.push({ role: 'tool', callId: call.id, content: answer.content });
    }
    if (text !== '' && !text.endsWith('\n')) live.tell({ type: 'chunk', content: '\n\n' });
  }
  live.tell(notice(TOO_MANY_ROUNDS));
};
