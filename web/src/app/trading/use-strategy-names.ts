// What the strategies of deployments are called: as their results name them.
import type { SessionFile, TradingDeployment } from '@tradeium/contracts';
import { useEffect, useState } from 'react';
import { useAppDispatch } from '../../core/store.ts';
import { filesOfChats } from '../../features/backtest-chats/api.ts';
import { filesOfType } from '../../features/backtest-chats/files-of-type.ts';
import { resultName } from '../../lib/result-facts.ts';

const keyOf = (chatId: string, folderName: string): string => `${chatId}/${folderName}`;

const namesOf = (files: ReadonlyMap<string, readonly SessionFile[]>): ReadonlyMap<string, string> =>
  new Map(
    [...files].flatMap(([chatId, ofChat]) =>
      filesOfType(ofChat, 'backtest_folder').map(
        (folder) => [keyOf(chatId, folder.filename), resultName(folder)] as const,
      ),
    ),
  );

/** A result that is gone, or not read yet, keeps the name that it had when it was deployed. */
export const useStrategyNames = (deployments: readonly TradingDeployment[]) => {
  const dispatch = useAppDispatch();
  const [names, setNames] = useState<ReadonlyMap<string, string>>(new Map());
  const chats = [...new Set(deployments.map(({ backtest_session_id: id }) => id))].sort().join('/');
  useEffect(() => {
    if (chats === '') return undefined;
    let isGone = false;
    void dispatch(filesOfChats(chats.split('/'))).then((files) => {
      if (!isGone) setNames(namesOf(files));
    });
    return () => {
      isGone = true;
    };
  }, [dispatch, chats]);
  return (one: TradingDeployment): string =>
    names.get(keyOf(one.backtest_session_id, one.backtest_folder_name)) ?? one.folder_display_name;
};
