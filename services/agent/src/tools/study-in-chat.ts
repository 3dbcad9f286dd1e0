// Reads a study for a tool: one of the chat that the tool works in, even where its user has others.
import { isRefusal, messageOf, type Refusal, refuse, type Study } from '@tradeium/contracts';
import { requestOf, type ToolContext } from './tool.ts';

/** A study with one page of its points; one of another chat is as unknown as none. */
export const studyInChat = async (
  context: ToolContext,
  study_id: string,
  page: { readonly after?: number; readonly limit?: number } = {},
): Promise<Study | Refusal> => {
  const asked = { study_id, ...page };
  const read = await context.client.request(messageOf('readStudy'), asked, requestOf(context));
  if (isRefusal(read)) return read;
  return read.output.backtest_id === context.chatId ? read.output : refuse('STUDY_NOT_FOUND');
};
