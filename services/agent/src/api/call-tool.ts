// Calls a tool for an outside assistant, in the name of the user whose access token it has.
import {
  isRefusal,
  MESSAGES,
  type MicroVut,
  microVutOf,
  type Refusal,
  refusalOfIssues,
  refuse,
  toVut,
  ZERO_MICRO_VUT,
} from '@tradeium/contracts';
import { openGrowthMeter } from '@tradeium/event-store';
import { type Handler, type RequestContext, type Sink, userStreamHandler } from '@tradeium/service-kit';
import pRetry from 'p-retry';
import type { z } from 'zod';
import { giveBack, reserveSpending, type Spent } from '../commands/reserve-spending.ts';
import { toolHoldId } from '../domain/hold-ids.ts';
import { chatOfUser } from '../replies/chat-of-user.ts';
import { usualSettings } from '../replies/usual-settings.ts';
import { runTool } from '../tools/run-tool.ts';
import type { Tool, ToolAnswer, ToolContext } from '../tools/tool.ts';
import { type OutsideInput, outsideInput, outsideTool } from '../tools/tools.ts';
import type { Dependencies } from './dependencies.ts';

type ToolCall = z.output<typeof MESSAGES.callTool.input>;

/** Longer than any tool takes, and short enough that credits of a call that was lost soon come back. */
const RESERVATION_MS = 15 * 60_000;
const ATTEMPTS = 5;
const PAUSE_MS = 200;

/** A call that may be made: its tool, its own input, and what it works on. */
type Planned = {
  readonly used: Tool;
  readonly input: unknown;
  readonly chatId: string | null;
  readonly atMost: MicroVut;
  readonly context: Omit<ToolContext, 'signal'>;
};

/** Checks in the order in which they cost: the tool, the token's scopes, the input, and whose the chat is. */
const planOf = async (
  dependencies: Dependencies,
  call: ToolCall,
  userId: string,
  request: RequestContext,
): Promise<Planned | Refusal> => {
  const used = outsideTool(call.tool);
  if (!used) return refuse('TOOL_NOT_FOUND');
  if (!call.scopes.includes(used.scope)) return refuse('ACCESS_SCOPE_MISSING', { scope: used.scope });
  const parsed = outsideInput(used).safeParse(call.input ?? {});
  if (!parsed.success) return refusalOfIssues(parsed.error);
  const { chat_id, settings, ...input } = parsed.data as OutsideInput;
  const chat =
    chat_id === undefined
      ? null
      : await chatOfUser(dependencies, { chat_id, with_settings: settings === undefined }, request);
  if (isRefusal(chat)) return chat;
  if (chat?.is_private) return refuse('AI_CHAT_DISABLED');
  const runOn = settings ?? chat?.settings ?? usualSettings(dependencies.now());
  const atMost = used.costAtMost(runOn, input);
  const { client, files, log } = dependencies;
  const context = {
    userId,
    client,
    files,
    log,
    settings: runOn,
    creditsLeft: atMost,
    callId: call.call_id,
    chatId: chat?.chat_id ?? '',
    filenames: chat?.filenames ?? [],
  };
  return { used, input, chatId: chat?.chat_id ?? null, atMost, context };
};

/** Records the call; a reaction charges what it cost, and releases the rest of the reservation. */
const note = async (
  dependencies: Dependencies,
  { used, chatId, atMost: held, context: { userId, callId } }: Planned,
  tokenId: string,
  { hasFailed = false, cost = ZERO_MICRO_VUT }: ToolAnswer,
): Promise<void> => {
  const data = { userId, callId, tokenId, tool: used.name, chatId, hasFailed, held };
  // Never more than was reserved.
  const command = { type: 'NoteToolUse', data: { ...data, cost: microVutOf(Math.min(cost, held)) } } as const;
  const ids = { commandId: `tool:${callId}`, correlationId: callId };
  const write = async () => {
    const changed = await dependencies.spendings.change(userId, command, ids);
    if (isRefusal(changed)) throw new Error(`call ${callId} of a tool was not noted: ${changed.refused}`);
  };
  await pRetry(write, { retries: ATTEMPTS - 1, minTimeout: PAUSE_MS });
};

const CHARACTERS_MAX = 60_000;
const BYTES_MAX = 100_000;
const CHARACTERS_OF_MANY_BYTES_MAX = 15_000;

/** Cuts a text to one chunk of a stream. */
const shortened = (content: string): string => {
  const short = content.slice(0, CHARACTERS_MAX);
  const isSmall = Buffer.byteLength(JSON.stringify(short)) <= BYTES_MAX;
  return (isSmall ? short : short.slice(0, CHARACTERS_OF_MANY_BYTES_MAX)).toWellFormed();
};

const STOPPED: ToolAnswer = { content: 'The call was stopped.', hasFailed: true };

/** Runs the call and notes it, whether it ends well, fails, or loses its caller. */
const perform = async (
  dependencies: Dependencies,
  planned: Planned,
  { token_id: tokenId }: ToolCall,
  sink: Sink<z.input<typeof MESSAGES.callTool.output>>,
): Promise<void> => {
  const context: ToolContext = { ...planned.context, signal: sink.signal };
  let answered = STOPPED;
  const meter = openGrowthMeter();
  const work = async () => {
    try {
      answered = await runTool(context, () => planned.used.run(context, planned.input));
    } finally {
      await note(dependencies, planned, tokenId, answered);
    }
  };
  await meter.run(work);
  const { content, hasFailed: has_failed = false, cost = ZERO_MICRO_VUT } = answered;
  await sink.write({
    content: shortened(content),
    has_failed,
    cost_vut: toVut(cost),
    growth: meter.growth(),
  });
};

const spentOn = ({ used, context: { userId, callId } }: Planned): Spent => ({
  spendingId: callId,
  holdId: toolHoldId(callId),
  userId,
  correlationId: callId,
  purpose: used.name,
  lastsMs: RESERVATION_MS,
});

/** A backtest runs whole or not at all, so all of its price must be allowed. */
const reserve = async (dependencies: Dependencies, planned: Planned): Promise<MicroVut | Refusal> => {
  const { atMost, context } = planned;
  if (atMost === 0) return atMost;
  const { state } = await dependencies.spendings.load(context.userId);
  return reserveSpending(dependencies, spentOn(planned), { atMost, needed: atMost }, state);
};

export const callTool = (dependencies: Dependencies): Handler =>
  userStreamHandler(MESSAGES.callTool, async (call, userId, sink, request) => {
    const planned = await planOf(dependencies, call, userId, request);
    if (isRefusal(planned)) return planned;
    // A call whose caller no longer waits is neither run nor charged.
    if (sink.signal.aborted) return refuse('SERVICE_UNAVAILABLE');
    const reserved = await reserve(dependencies, planned);
    if (isRefusal(reserved)) return reserved;
    if (sink.signal.aborted) {
      if (reserved > 0) await giveBack(dependencies, spentOn(planned));
      return refuse('SERVICE_UNAVAILABLE');
    }
    sink.begin();
    await perform(dependencies, planned, call, sink);
    return undefined;
  });
