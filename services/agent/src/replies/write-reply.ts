// Writes one reply: asks the model, runs the tools that it calls, and asks again, within what was reserved.
import { type ChatEvent, type MicroVut, microVutOf, type TradingSettings } from '@tradeium/contracts';
import type { RequestClient, UserFiles } from '@tradeium/service-kit';
import type { AgentModel } from '../config.ts';
import { ROUNDS_MAX, roundLimit, TRIES_MAX } from '../domain/budget.ts';
import { addUsage, boundedUsage, costOfTokens, NO_USAGE } from '../domain/pricing.ts';
import type { Model, ModelCall, ModelMessage } from '../model/model.ts';
import { promptTokens as countPrompt, textTokens } from '../model/token-counts.ts';
import type { Tool, ToolAnswer, ToolContext } from '../tools/tool.ts';
import { schemasOf } from '../tools/tools.ts';
import { unbackedClaims } from './claims.ts';
import type { LiveReply } from './live-reply.ts';

export type ReplyJob = {
  readonly model: Model;
  readonly agentModel: AgentModel;
  readonly tools: readonly Tool[];
  readonly messages: readonly ModelMessage[];
  readonly atMost: MicroVut;
  readonly settings: TradingSettings;
  readonly filenames: readonly string[];
  readonly client: RequestClient;
  readonly files: UserFiles;
};

/** Details are for reading; the reply has the code itself. */
const DETAIL_CHARACTERS_MAX = 8_000;

const creditsLeft = ({ atMost, agentModel }: ReplyJob, live: LiveReply): MicroVut => {
  const { usage, runsCost } = live.draft();
  return microVutOf(Math.max(0, atMost - runsCost - costOfTokens(agentModel.prices, usage)));
};

/** What one round brought. */
type Round = { readonly text: string; readonly calls: readonly ModelCall[]; readonly isCut: boolean };

/** Asks the model once; null where what is left does not pay for it. */
const askModel = async (
  job: ReplyJob,
  live: LiveReply,
  messages: readonly ModelMessage[],
  tools: readonly Tool[],
): Promise<Round | null> => {
  const { model, agentModel } = job;
  const schemas = schemasOf(tools);
  const promptTokens = model.tokensAtMost(messages, schemas);
  const { prices, maxOutputTokens } = agentModel;
  const limit = roundLimit(prices, creditsLeft(job, live), promptTokens, maxOutputTokens);
  if (limit === null) return null;
  const calls: ModelCall[] = [];
  let [text, isCut] = ['', false];
  const asked = { messages, tools: schemas, maxOutputTokens: limit, signal: live.signal };
  const input = countPrompt(messages, schemas);
  for await (const reply of model.stream(asked)) {
    if (reply.kind === 'text') {
      text += reply.text;
      live.tell({ type: 'chunk', content: reply.text });
      const underWay = { input, cached: 0, output: Math.min(limit, textTokens(text)) };
      live.note((draft) => ({ ...draft, underWay }));
    } else if (reply.kind === 'tool-calls') calls.push(...reply.calls);
    else {
      const usage = boundedUsage(reply.usage, { input: promptTokens, output: limit });
      live.note((draft) => ({ ...draft, usage: addUsage(draft.usage, usage), underWay: NO_USAGE }));
      isCut = reply.isCut;
    }
  }
  return { text, calls, isCut };
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
  if (!input.success) return { content: `The input is not valid: ${input.error.message}`, hasFailed: true };
  const stopped = Promise.withResolvers<never>();
  const stop = () => stopped.reject(context.signal.reason);
  context.signal.addEventListener('abort', stop, { once: true });
  try {
    context.signal.throwIfAborted();
    return await Promise.race([used.run(context, input.data), stopped.promise]);
  } finally {
    context.signal.removeEventListener('abort', stop);
  }
};

const titleOf = (used: Tool | undefined, call: ModelCall): string => {
  const input = used?.input.safeParse(call.input);
  return used && input?.success ? used.title(input.data) : `Use ${call.name.slice(0, 50)}`;
};

/** Runs one call, with its step as all readers see it. */
const runCall = async (
  job: ReplyJob,
  live: LiveReply,
  call: ModelCall,
  { number, hasTries }: { number: number; hasTries: boolean },
): Promise<ToolAnswer> => {
  const used = job.tools.find(({ name }) => name === call.name);
  const id = `${live.replyId}-${number}`;
  const step = { type: 'step', id, tool: call.name.slice(0, 50), title: titleOf(used, call) } as const;
  live.tell({ ...step, status: 'running' });
  const { userId, chatId, signal } = live;
  const { filenames, settings, client, files } = job;
  const context: ToolContext = {
    ...{ userId, chatId, filenames, settings, client, files, signal },
    callId: id,
    creditsLeft: creditsLeft(job, live),
  };
  const answer = used?.takesCode && !hasTries ? NO_TRIES : await answerOf(used, call, context);
  live.note((draft) => ({
    ...draft,
    runsCost: draft.runsCost + (answer.cost ?? 0),
    hasHandedCode: draft.hasHandedCode || used?.takesCode === true,
    hasRun: draft.hasRun || answer.result !== undefined,
  }));
  live.tell({
    ...step,
    title: answer.title ?? step.title,
    status: answer.hasFailed ? 'failed' : 'done',
    detail: (answer.detail ?? answer.content).slice(0, DETAIL_CHARACTERS_MAX),
  });
  if (answer.result) live.tell({ type: 'result', ...answer.result });
  return answer;
};

const notice = (text: string): ChatEvent => ({ type: 'notice', text });
const BUDGET_USED = 'The budget of this reply is used up. Send another message to go on.';
const TOO_LONG = 'The reply has reached its greatest length.';
const TOO_MANY_ROUNDS = 'The agent has used its tools as often as one reply may.';

/** Marks figures that the model has from nowhere: neither from a tool nor from what was said before. */
const markClaims = (
  { messages: before }: ReplyJob,
  live: LiveReply,
  messages: readonly ModelMessage[],
): void => {
  // The agent's prompt has figures of its own, which are nobody's result.
  const read = [...before.slice(1), ...messages.filter(({ role }) => role === 'tool')];
  const claims = unbackedClaims(
    live.draft().text,
    read.map(({ content }) => content),
  );
  if (claims.length > 0) live.tell(notice(`Not backed by a backtest or other data: ${claims.join('; ')}.`));
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
    const answered = await askModel(job, live, messages, round < ROUNDS_MAX ? job.tools : []);
    if (answered === null) return live.tell(notice(BUDGET_USED));
    const { text, calls, isCut } = answered;
    if (calls.length === 0) return isCut ? live.tell(notice(TOO_LONG)) : undefined;
    messages.push({ role: 'assistant', content: text, calls });
    for (const call of calls) {
      number += 1;
      const answer = await runCall(job, live, call, { number, hasTries: failedTries < TRIES_MAX });
      if (answer.hasFailed) failedTries += 1;
      messages.push({ role: 'tool', callId: call.id, content: answer.content });
    }
    if (text !== '' && !text.endsWith('\n')) live.tell({ type: 'chunk', content: '\n\n' });
  }
  live.tell(notice(TOO_MANY_ROUNDS));
};
