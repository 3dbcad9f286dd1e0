// Which result folders are deployed, and whether they trade, as lists of results mark them.
import type { TradingDeployment } from '@tradeium/contracts';
import { useMemo } from 'react';
import { useListDeploymentsQuery } from './api.ts';

/** Names a folder among all chats. */
const folderKey = (chatId: string, folderName: string): string => `${chatId}/${folderName}`;

/** The states of the deployments that have not ended, by `<chat>/<folder>`. */
export const useDeployed = (): ReadonlyMap<string, TradingDeployment['status']> => {
  const { data } = useListDeploymentsQuery();
  return useMemo(
    () =>
      new Map(data?.map((one) => [folderKey(one.backtest_session_id, one.backtest_folder_name), one.status])),
    [data],
  );
};
