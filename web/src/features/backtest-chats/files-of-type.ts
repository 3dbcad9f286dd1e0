// The strategy files of a chat, or its result folders, in their order: what keys of items count.
import type { SessionFile } from '@tradeium/contracts';

/** None while the files are not known yet. */
export const filesOfType = (
  files: readonly SessionFile[] | undefined,
  type: SessionFile['type'],
): SessionFile[] => files?.filter((file) => file.type === type) ?? [];
