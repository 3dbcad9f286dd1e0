// Which result folders are deployed, as lists of results mark them.
import { useMemo } from 'react';
import { useListDeploymentsQuery } from './api.ts';

/** Names a folder among all chats. */
const folderKey = (chatId: string, folderName: string): string => `${chatId}/${folderName}`;

/** `<chat>/<folder>` of each deployment that has not ended. */
export const useDeployed = (): ReadonlySet<string> => {
  const { data } = useListDeploymentsQuery();
  return useMemo(
    () => new Set(data?.map((one) => folderKey(one.backtest_session_id, one.backtest_folder_name))),
    [data],
  );
};
