// A chat's files: its strategy files, and the result folders of its backtests.
import { IconListDetails } from '@tabler/icons-react';
import type { Chat, SessionFile } from '@tradeium/contracts';
import { useEffect, useMemo } from 'react';
import { useAppDispatch, useAppSelector } from '../../core/store.ts';
import { useListStudiesQuery } from '../../core/studies.ts';
import { messageOf } from '../../lib/failure.ts';
import type { Item } from '../../lib/item-key.ts';
import { listDifferences } from '../../lib/result-facts.ts';
import { useListFilesQuery } from './api.ts';
import { filesOfType } from './files-of-type.ts';
import { FolderEntry } from './folder-entry.tsx';
import { IdleStrategies } from './idle-strategies.tsx';
import { openOnce } from './open-once.ts';
import { Strategies } from './strategies.tsx';
import { FailedLines, LoadingLines, NextStep } from './tree/row-states.tsx';
import { useTreeActions } from './tree/tree-actions.ts';
import { TreeRow } from './tree/tree-row.tsx';
import { folderOpened, isSectionOpen, sectionToggled } from './tree/tree-slice.ts';
import { useFavorites } from './use-favorites.ts';

type ChatFilesProps = { chat: Chat; item: Item | null };

/** Opens the chat's only folder, once, and the folder of a file that is selected. */
const useOpenedFolders = (chatId: string, folders: readonly SessionFile[], item: Item | null): void => {
  const dispatch = useAppDispatch();
  const onlyName = folders.length === 1 ? folders[0]?.filename : undefined;
  const shownName = item?.kind === 'folder-file' ? folders[item.folderIndex]?.filename : undefined;
  useEffect(() => {
    if (onlyName && openOnce(chatId)) dispatch(folderOpened({ chatId, folderName: onlyName }));
  }, [onlyName, chatId, dispatch]);
  useEffect(() => {
    if (shownName) dispatch(folderOpened({ chatId, folderName: shownName }));
  }, [shownName, chatId, dispatch]);
};

const isOfFolder = (item: Item | null, index: number): boolean =>
  (item?.kind === 'folder' && item.index === index) ||
  (item?.kind === 'folder-file' && item.folderIndex === index);

type BacktestsProps = ChatFilesProps & { files: readonly SessionFile[]; folders: readonly SessionFile[] };

const Backtests = ({ chat, item, files, folders }: BacktestsProps) => {
  const dispatch = useAppDispatch();
  const { isMarked } = useFavorites();
  const { select, isDeploying } = useTreeActions();
  const section = `${chat.id}/backtests`;
  const isOpen = useAppSelector((state) => isSectionOpen(state, section));
  const toggle = () => dispatch(sectionToggled(section));
  const differences = useMemo(() => listDifferences(filesOfType(files, 'backtest_folder')), [files]);
  // Results have the same place, so that it is known without them.
  const { currentData } = useListStudiesQuery(
    { backtest_id: chat.id },
    { skip: folders.length > 0 || chat.settings.tradeium_private },
  );
  const isFilled = folders.length > 0 || (currentData?.studies.length ?? 0) > 0;
  const hasStrategy = files.length > folders.length || chat.settings.tradeium_private;
  const step = hasStrategy
    ? {
        title: '3 Backtest Strategy',
        text: 'Select the strategy and press Execute Backtest. A result folder appears here after a backtest.',
      }
    : {
        title: '2 Select Strategy',
        text: 'Your saved strategies appear above. Select one to run it; a result folder appears here after a backtest.',
      };
  return (
    <>
      <TreeRow name="Backtests" level={2} look="section" onSelect={toggle} open={isOpen} onToggle={toggle} />
      {isOpen && !isFilled ? <NextStep level={3} {...step} /> : null}
      {isOpen && isFilled && !isDeploying ? (
        <TreeRow
          name="All results and studies"
          level={3}
          title="Sort, search and compare the results of this chat, and open its studies"
          icon={<IconListDetails size={15} stroke={1.7} aria-hidden />}
          selected={item !== null && ['results', 'comparison', 'study'].includes(item.kind)}
          onSelect={() => select(chat.id, { kind: 'results' })}
        />
      ) : null}
      {isOpen
        ? folders
            .map((folder, index) => (
              <FolderEntry
                key={folder.run_id ?? folder.filename}
                chat={chat}
                folder={folder}
                files={files}
                index={index}
                differences={differences.get(folder) ?? ''}
                item={isOfFolder(item, index) ? item : null}
                isMarked={isMarked({
                  item_type: 'backtest_result',
                  item_id: folder.filename,
                  backtest_id: chat.id,
                })}
              />
            ))
            .reverse()
        : null}
    </>
  );
};

/** The sections 'Strategies' and 'Backtests' of an open chat; the newest result comes first. */
export const ChatFiles = ({ chat, item }: ChatFilesProps) => {
  const { data, error, refetch, isFetching } = useListFilesQuery({ id: chat.id });
  const files = data?.files ?? [];
  const folders = filesOfType(files, 'backtest_folder');
  const { isDeploying } = useTreeActions();
  useOpenedFolders(chat.id, folders, item);
  if (!data && error && !isFetching)
    return (
      <FailedLines
        level={2}
        text={`The files could not be listed: ${messageOf(error)}`}
        onRetry={() => void refetch()}
      />
    );
  if (!data) return <LoadingLines level={2} />;
  return (
    <>
      {isDeploying ? (
        <IdleStrategies chat={chat} files={files} />
      ) : (
        <Strategies chat={chat} item={item} files={files} hasResult={folders.length > 0} />
      )}
      <Backtests chat={chat} item={item} files={files} folders={folders} />
    </>
  );
};
