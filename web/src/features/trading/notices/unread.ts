// Which notices this browser has not shown to its user yet: those since the list was last open.
import { useLocalStorage } from '@mantine/hooks';
import type { TradingNotice } from '@tradeium/contracts';
import { useCallback } from 'react';
import { useGetMeQuery } from '../../../core/session.ts';

/**
 * Newer than `seenAt` (ISO time, empty for never). What the user did stands on the page; a test shows what a notice looks like, so the
 * bell has it as any other.
 */
export const unreadOf = (notices: readonly TradingNotice[], seenAt: string): TradingNotice[] =>
  notices.filter((notice) => notice.kind !== 'kill_switch' && notice.at > seenAt);

/** Until when this user has seen them here, and how to say that these, newest first, are seen. */
export const useSeenNotices = () => {
  const { data: user } = useGetMeQuery();
  const [seenAt, keep] = useLocalStorage<string>({
    key: `tradeium-notices-seen-${user?.id ?? ''}`,
    defaultValue: '',
    getInitialValueInEffect: false,
  });
  const see = useCallback(
    ([newest]: readonly TradingNotice[]) => {
      if (newest && newest.at > seenAt) keep(newest.at);
    },
    [keep, seenAt],
  );
  return { seenAt, see };
};
