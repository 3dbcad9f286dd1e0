// Calls tools in the agent service for outside assistants, and ends calls whose caller has left or lost its access.
import { randomUUID } from 'node:crypto';
import { ErrorCode, McpError } from '@modelcontextprotocol/sdk/types.js';
import { isRefusal, MESSAGES, type Refusal, refusalText, refuse } from '@tradeium/contracts';
import type { Growth } from '@tradeium/event-store';
import { streamMessage } from '@tradeium/service-kit';
import type { z } from 'zod';
import type { GatewayParts } from '../gateway-parts.ts';
import type { Access } from '../requests/request-scope.ts';

export type ToolOutcome = z.output<typeof MESSAGES.callTool.output>;

/** About what a call adds whose answer does not say it, as its caller has left. */
const UNTOLD_GROWTH = { events: 6, bytes: 8_192 } as const;

/** For the model to read; a tool that there is not is an error of the protocol. */
const refused = (refusal: Refusal, tool: string): ToolOutcome => {
  if (refusal.refused === 'TOOL_NOT_FOUND')
    throw new McpError(ErrorCode.InvalidParams, `Unknown tool: ${tool}`);
  return { content: refusalText(refusal), has_failed: true, cost_vut: 0 };
};

/** Resolves to the tool's answer or to why there is none; aborting ends the call, for the refusal that is its reason. */
export const callTool = async (
  { client, streams, growth }: Pick<GatewayParts, 'client' | 'streams' | 'growth'>,
  { userId, tokenId, scopes }: Access,
  { tool, input }: { readonly tool: string; readonly input: unknown },
  signal: AbortSignal,
): Promise<ToolOutcome> => {
  const callId = randomUUID();
  const asked = { call_id: callId, token_id: tokenId, scopes: [...scopes], tool, input };
  const context = { userId, commandId: callId, correlationId: callId };
  const spend = (added: Growth) => growth.spend(userId, added);
  const reader = await streams.open({ userId, onReaderGone: 'cancel' }, (reader) =>
    client.request(streamMessage(MESSAGES.callTool), asked, { ...context, reader }, { onGrowth: spend }),
  );
  if (typeof reader !== 'string' && isRefusal(reader)) return refused(reader, tool);
  if (typeof reader === 'string') return refused(refuse('SERVICE_UNAVAILABLE'), tool);
  // The rest of a call cannot be requested.
  signal.addEventListener('abort', reader.leaveForGood, { once: true });
  if (signal.aborted) reader.leaveForGood();
  const next = await reader.next();
  signal.removeEventListener('abort', reader.leaveForGood);
  reader.leaveForGood();
  const outcome = 'text' in next ? MESSAGES.callTool.output.parse(JSON.parse(next.text)) : null;
  spend(outcome?.growth ?? UNTOLD_GROWTH);
  if (isRefusal(signal.reason)) return refused(signal.reason, tool);
  if (signal.aborted) return { content: 'The call was cancelled.', has_failed: true, cost_vut: 0 };
  if (outcome) return outcome;
  return refused(
    'how' in next && next.how === 'refused' ? next.refusal : refuse('SERVICE_UNAVAILABLE'),
    tool,
  );
};
