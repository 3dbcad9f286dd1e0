// Which results may be deployed, and what a deployment copies of one.
import { FINDINGS, type FindingCode, isRefusal, MESSAGES, type Refusal, refuse } from '@tradeium/contracts';
import type { RequestClient, RequestContext, UserFiles } from '@tradeium/service-kit';
import type { z } from 'zod';

export type FoundResult = z.output<typeof MESSAGES.findResult.output>;

const titleOf = (code: string): string =>
  Object.hasOwn(FINDINGS, code) ? FINDINGS[code as FindingCode].title : code;

/** Why a result may not be deployed; undefined: it may. */
export const resultRefusal = ({
  status,
  findings,
}: Pick<FoundResult, 'status' | 'findings'>): Refusal | undefined => {
  if (status === 'running') return refuse('RESULT_RUNNING');
  if (status === 'failed') return refuse('RESULT_FAILED');
  const critical = findings.filter(({ severity }) => severity === 'critical');
  if (critical.some(({ code }) => code === 'SYNTHETIC_CANDLES')) return refuse('RESULT_ON_MADE_UP_CANDLES');
  const [first] = critical;
  return first ? refuse('RESULT_HAS_CRITICAL_FINDING', { finding: titleOf(first.code) }) : undefined;
};

type Dependencies = { readonly client: RequestClient; readonly files: UserFiles };

/** The result with its source; the source of a private strategy never comes here. */
export const deployableResult = async (
  { client, files }: Dependencies,
  where: { readonly userId: string; readonly chatId: string; readonly folderName: string },
  request: RequestContext,
): Promise<{ readonly result: FoundResult; readonly source: string | null } | Refusal> => {
  const asked = { chat_id: where.chatId, folder_name: where.folderName };
  const found = await client.request(MESSAGES.findResult, asked, request);
  if (isRefusal(found)) return found;
  const result = found.output;
  const refusal = resultRefusal(result);
  if (refusal) return refusal;
  const source = result.code === null ? null : (await files.get(where.userId, result.code)).toString('utf8');
  return { result, source };
};
