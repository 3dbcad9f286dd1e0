// Makes ids of users that don't exist, for answers that must not reveal that.
import { createHmac } from 'node:crypto';
import { derivedKey } from '@tradeium/service-kit';

export type DecoyUserIds = {
  /** The same for the same command and address; without the key it looks like a random UUID (version 4). */
  of(commandId: string, email: string): string;
};

export const openDecoyUserIds = (claimKey: string): DecoyUserIds => {
  const key = derivedKey(claimKey, 'stand-in-ids');
  return {
    of: (commandId, email) => {
      const digest = createHmac('sha256', key)
        .update(JSON.stringify([commandId, email]))
        .digest('hex');
      const variant = ((Number.parseInt(digest[16] as string, 16) & 0b11) | 0b1000).toString(16);
      return [
        digest.slice(0, 8),
        digest.slice(8, 12),
        `4${digest.slice(13, 16)}`,
        `${variant}${digest.slice(17, 20)}`,
        digest.slice(20, 32),
      ].join('-');
    },
  };
};
