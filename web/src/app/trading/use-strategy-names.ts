// The names of deployments' strategies: as their results name them.
import type { SessionFile, TradingDeployment } from '@tradeium/contracts';
import { useEffect, useMemo, useState } from 'react';
import { useAppDispatch } from '../../core/store.ts';
import { filesOfChats } from '../../features/backtest-chats/api.ts';
import { filesOfType } from '../../features/backtest-chats/files-of-type.ts';
import { resultName } from '../../lib/result-facts.ts';
import { settingDifferences } from '../../lib/setting-differences.ts';

const folderKeyOf = (chatId: string, folderName: string): string => `${chatId}/${folderName}`;

/** Those of the same name say in which settings they differ. */
const namesOf = (
  files: ReadonlyMap<string, readonly SessionFile[]>,
  deployed: ReadonlySet<string>,
): ReadonlyMap<string, string> => {
  const folders = [...files].flatMap(([chatId, ofChat]) =>
    filesOfType(ofChat, 'backtest_folder')
      .map((folder) => ({ key: folderKeyOf(chatId, folder.filename), folder, name: resultName(folder) }))
      .filter(({ key }) => deployed.has(key)),
  );
  const ofName = Map.groupBy(folders, ({ name }) => name);
  return new Map(
    [...ofName.values()].flatMap((alike) => {
      const differences = settingDifferences(alike.map(({ folder }) => folder.result ?? {}));
      return alike.map(
        ({ key, name }, place) => [key, [name, ...(differences[place] ?? [])].join(' · ')] as const,
      );
    }),
  );
};

/** A result that is gone, or not read yet, keeps the name that it had when it was deployed. */
export const useStrategyNames = (deployments: readonly TradingDeployment[]) => {
  const dispatch = useAppDispatch();
  const [files, setFiles] = useState<ReadonlyMap<string, readonly SessionFile[]>>(new Map());
  const names = useMemo(() => {
    const keys = deployments.map((one) => folderKeyOf(one.backtest_session_id, one.backtest_folder_name));
    return namesOf(files, new Set(keys));
  }, [files, deployments]);
  const chats = [...new Set(deployments.map(({ backtest_session_id: id }) => id))].sort().join('/');
  useEffect(() => {
    if (chats === '') return undefined;
    let isGone = false;
    void dispatch(filesOfChats(chats.split('/'))).then((read) => {
      if (!isGone) setFiles(read);
    });
    return () => {
      isGone = true;
    };
  }, [dispatch, chats]);
  return (one: TradingDeployment): string =>
    names.get(folderKeyOf(one.backtest_session_id, one.backtest_folder_name)) ?? one.folder_display_name;
};
