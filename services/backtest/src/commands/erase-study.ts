// Erases a study of a deleted account, so that nothing of it is visible, however it ends.
import { isRefusal } from '@tradeium/contracts';
import type { Stores } from '../aggregates.ts';

type Ids = { readonly studyId: string; readonly chatId: string; readonly userId: string };

/** Safe to repeat; throws when nothing could be written. */
export const eraseStudy = async (
  studies: Stores['studies'],
  { studyId, chatId, userId }: Ids,
): Promise<void> => {
  const change = await studies.change(
    studyId,
    { type: 'EraseStudy', data: { studyId, chatId, userId } },
    { commandId: `erase:${studyId}`, userId, correlationId: studyId },
  );
  if (isRefusal(change)) throw new Error(`study ${studyId} was not erased: ${change.refused}`);
};
