// Which notices this browser has not shown to its user yet: those since the list was last open.
import { useLocalStorage } from '@mantine/hooks';
import type { TradingNotice } from '@tradeium/contracts';
import { useCallback } from 'react';
import { useGetMeQuery } from '../../../core/session.ts';
import { isNews } from './announce-notices.ts';

/** Newer than `seenAt` (ISO time, empty for never), and not of the user's own doing. */
export const unreadOf = (notices: readonly TradingNotice[], seenAt: string): TradingNotice[] =>
  notices.filter((notice) => isNews(notice) && notice.at > seenAt);

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
