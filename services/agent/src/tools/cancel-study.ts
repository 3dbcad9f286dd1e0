// Lets the model end a study of its chat: what is computed stays and is charged, the rest is released.
import { isRefusal, messageOf, refusalText, type Study } from '@tradeium/contracts';
import { z } from 'zod';
import { studyInChat } from './study-in-chat.ts';
import { free, requestOf, type ToolAnswer, type ToolContext, tool } from './tool.ts';

const failed = (content: string): ToolAnswer => ({ content, hasFailed: true });

/** Its price is known once it has ended. */
const toldOf = ({ study_id, status, done, points_total }: Study, cancelled: boolean): ToolAnswer => ({
  content: JSON.stringify({
    study_id,
    cancelled,
    status,
    computed: done,
    points: points_total,
    ...(cancelled && { next: 'read_study waits for its end; what is computed stays and is charged.' }),
  }),
  title: cancelled ? 'Cancelled a study' : `The study had ended (${status})`,
});

const cancel = async (context: ToolContext, study_id: string): Promise<ToolAnswer> => {
  const study = await studyInChat(context, study_id, { limit: 1 });
  if (isRefusal(study)) return failed(refusalText(study));
  if (study.status !== 'running') return toldOf(study, false);
  const answered = await context.client.request(messageOf('cancelStudy'), { study_id }, requestOf(context));
  if (isRefusal(answered)) return failed(refusalText(answered));
  if (answered.output.cancelled) return toldOf(study, true);
  const ended = await studyInChat(context, study_id, { limit: 1 });
  return isRefusal(ended) ? failed(refusalText(ended)) : toldOf(ended, false);
};

export const cancelStudy = tool({
  name: 'cancel_study',
  description:
    'Cancels a study of the chat that is running: what is computed stays and is charged, the rest costs nothing. One that has ended stays as it is, and its status is answered.',
  scope: 'run',
  isOfChat: true,
  takesSettings: false,
  input: z.strictObject({ study_id: z.string().min(1).max(64) }),
  triesCode: false,
  changesSomething: true,
  costAtMost: free,
  title: () => 'Cancel a study',
  run: (context, { study_id }) => cancel(context, study_id),
});
