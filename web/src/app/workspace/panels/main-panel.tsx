// The main panel: shows the selected item, or how to begin.
import { Skeleton, Stack } from '@mantine/core';
import type { Chat } from '@tradeium/contracts';
import { Suspense } from 'react';
import { useAppDispatch, useAppSelector } from '../../../core/store.ts';
import { indexOfFile, placeOfFile, useListFolderQuery } from '../../../features/backtest-chats/api.ts';
import { selectStrategyError, strategyChanged } from '../../../features/backtest-run/run-slice.ts';
import { settingsOfResult } from '../../../features/backtest-settings/settings.ts';
import { settingsTaken } from '../../../features/backtest-settings/settings-slice.ts';
import { ResultView } from '../../../features/results/lazy-results.ts';
import { useFiguresAhead } from '../../../features/results/use-figures-ahead.ts';
import { selectStranded } from '../../../features/strategy-editor/drafts-slice.ts';
import { sortedByKind } from '../../../lib/file-kind.ts';
import { itemKeyOf } from '../../../lib/item-key.ts';
import { useDrawn } from '../../../lib/loading/after-paint.ts';
import { lazyNamed } from '../../../lib/loading/lazy-named.ts';
import { resultName } from '../../../lib/result-facts.ts';
import { PageSkeleton } from '../../../ui/loading/page-skeleton.tsx';
import { useForesight } from '../loading/use-foresight.ts';
import type { Workspace } from '../selection/use-workspace.ts';
import { ComparisonPart } from './comparison-part.tsx';
import { Begin, ChatsNotListed, Missing, NoChat, NotListed } from './empty-main.tsx';
import classes from './main-panel.module.css';
import { ResultActions } from './result-actions.tsx';

const StrategyEditor = lazyNamed(
  () => import('../../../features/strategy-editor/strategy-editor.tsx'),
  'StrategyEditor',
);
const StrategyLibrary = lazyNamed(
  () => import('../../../features/strategy-editor/library/strategy-library.tsx'),
  'StrategyLibrary',
);
const StrandedDrafts = lazyNamed(
  () => import('../../../features/strategy-editor/stranded-drafts.tsx'),
  'StrandedDrafts',
);
const PrivateStrategyCard = lazyNamed(
  () => import('../../../features/strategy-editor/private-strategy-card.tsx'),
  'PrivateStrategyCard',
);
const ResultsList = lazyNamed(() => import('../../../features/results/list/results-list.tsx'), 'ResultsList');
const StudiesList = lazyNamed(() => import('../../../features/studies/studies-list.tsx'), 'StudiesList');
const StudyPart = lazyNamed(() => import('./study-part.tsx'), 'StudyPart');
const StrategyDataView = lazyNamed(
  () => import('../../../features/results/files/strategy-data-view.tsx'),
  'StrategyDataView',
);

const Outline = () => (
  <Stack p="md" aria-hidden>
    <Skeleton h={18} w="40%" />
    <Skeleton h={12} />
    <Skeleton h={12} w="70%" />
  </Stack>
);

type PartProps = { workspace: Workspace; chat: Chat };

/** Selects a strategy file that may have just been made. */
const useOpenFile = ({ workspace, chat }: PartProps) => {
  const dispatch = useAppDispatch();
  return async (filename: string): Promise<void> => {
    const index = await dispatch(indexOfFile(chat.id, 'strategy', filename));
    workspace.select(chat.id, index === -1 ? null : { kind: 'strategy', index });
  };
};

const StrategyPart = ({ workspace, chat, index }: PartProps & { index: number | null }) => {
  const dispatch = useAppDispatch();
  const openFile = useOpenFile({ workspace, chat });
  const file = index === null ? undefined : workspace.strategies[index];
  const filename = file?.filename ?? null;
  const failure = useAppSelector((state) => selectStrategyError(state, chat.id, filename ?? ''));
  if (index !== null && !file)
    return <Missing workspace={workspace} chat={chat} title="No Strategy File Available" />;
  const saved = async (savedName: string) => {
    dispatch(strategyChanged({ chatId: chat.id, filename: savedName }));
    if (index === null) await openFile(savedName);
  };
  const findItem = async (wanted: string) => {
    const place = await dispatch(placeOfFile(chat.id, 'strategy', wanted));
    return place === -1 ? null : itemKeyOf({ kind: 'strategy', index: place });
  };
  return (
    <StrategyEditor
      key={workspace.choiceKey}
      strategy={{
        chatId: chat.id,
        filename,
        selectedItem: index === null ? null : itemKeyOf({ kind: 'strategy', index }),
        readOnly: chat.settings.tradeium_private,
        version: file?.version ?? null,
      }}
      failure={failure}
      findItem={findItem}
      onSaved={saved}
      onCancelled={() => workspace.select(chat.id, null)}
    />
  );
};

const LibraryPart = ({ workspace, chat }: PartProps) => {
  const dispatch = useAppDispatch();
  const openFile = useOpenFile({ workspace, chat });
  return (
    <StrategyLibrary
      chatId={chat.id}
      onAdded={openFile}
      onUseSettings={(settings) => {
        const known = settingsOfResult(settings);
        if (known) dispatch(settingsTaken(known));
      }}
    />
  );
};

type ResultPartProps = PartProps & { folderIndex: number; fileIndex: number | null };

const ResultPart = ({ workspace, chat, folderIndex, fileIndex }: ResultPartProps) => {
  const folder = workspace.folders[folderIndex];
  const { currentData, error, isFetching, refetch } = useListFolderQuery(
    { id: chat.id, folderName: folder?.filename ?? '' },
    { skip: folder === undefined },
  );
  useFiguresAhead(chat.id, fileIndex === null ? folder?.filename : undefined);
  if (!folder) return <Missing workspace={workspace} chat={chat} title="Invalid folder or file index" />;
  return (
    <ResultView
      chatId={chat.id}
      runId={folder.run_id ?? folder.filename}
      folderName={folder.filename}
      title={resultName(folder)}
      actions={
        <ResultActions
          chat={chat}
          folderName={folder.filename}
          runId={folder.run_id ?? folder.filename}
          runAtMs={folder.created_at * 1_000}
          name={resultName(folder)}
          strategies={workspace.strategies}
          criticalFindings={folder.result?.critical_findings ?? 0}
          onCompare={() =>
            workspace.select(chat.id, { kind: 'comparison', runs: folder.run_id ? [folder.run_id] : [] })
          }
          onStudy={(study) => workspace.select(chat.id, { kind: 'study', study })}
        />
      }
      folderIndex={folderIndex}
      files={currentData && sortedByKind(currentData.files)}
      error={isFetching ? undefined : error}
      onRetry={() => void refetch()}
      fileIndex={fileIndex}
      onSelect={(item) => workspace.select(chat.id, item)}
    />
  );
};

const DataPart = ({ workspace, chat, index }: PartProps & { index: number | null }) => {
  const isNewest = index === null;
  const folderName = workspace.folders.at(index ?? -1)?.filename;
  if (folderName === undefined && !isNewest)
    return <Missing workspace={workspace} chat={chat} title="Invalid folder or file index" />;
  return <StrategyDataView key={index} chatId={chat.id} folderName={folderName ?? ''} isNewest={isNewest} />;
};

const WithoutChat = ({ workspace }: { workspace: Workspace }) => {
  switch (workspace.chatState) {
    case 'none':
      return <NoChat workspace={workspace} />;
    case 'failed':
      return <ChatsNotListed error={workspace.error} onRetry={workspace.listChatsAgain} />;
    default:
      return <PageSkeleton />;
  }
};

const Shown = ({ workspace }: { workspace: Workspace }) => {
  const { chat, item, isDeleted, isWrongItem, filesLoaded, filesError, listFilesAgain } = workspace;
  if (!chat) return <WithoutChat workspace={workspace} />;
  if (isDeleted)
    return (
      <Missing
        workspace={workspace}
        chat={chat}
        title="This item was deleted"
        text="It is no longer part of this backtest chat."
      />
    );
  if (item?.kind === 'new-strategy' && !chat.settings.tradeium_private)
    return <StrategyPart workspace={workspace} chat={chat} index={null} />;
  if (item?.kind === 'library' && !chat.settings.tradeium_private)
    return <LibraryPart workspace={workspace} chat={chat} />;
  if (item?.kind === 'private-strategy') return <PrivateStrategyCard />;
  if (filesError) return <NotListed error={filesError} onRetry={listFilesAgain} />;
  if (!filesLoaded || workspace.isOpening) return <Outline />;
  if (isWrongItem) return <Missing workspace={workspace} chat={chat} title="Invalid folder or file index" />;
  switch (item?.kind) {
    case 'strategy':
      return <StrategyPart workspace={workspace} chat={chat} index={item.index} />;
    case 'strategy-data':
      return <DataPart workspace={workspace} chat={chat} index={item.index} />;
    case 'results':
      return (
        <>
          <ResultsList
            key={chat.id}
            folders={workspace.folders}
            onSelect={(chosen) => workspace.select(chat.id, chosen)}
          />
          <StudiesList
            chatId={chat.id}
            onOpen={(study) => workspace.select(chat.id, { kind: 'study', study })}
          />
        </>
      );
    case 'study':
      return <StudyPart workspace={workspace} chat={chat} studyId={item.study} />;
    case 'comparison':
      return <ComparisonPart workspace={workspace} chat={chat} runs={item.runs} />;
    case 'folder':
      return <ResultPart workspace={workspace} chat={chat} folderIndex={item.index} fileIndex={null} />;
    case 'folder-file':
      return <ResultPart workspace={workspace} chat={chat} {...item} />;
    default:
      return <Begin workspace={workspace} chat={chat} />;
  }
};

/** Stands above whatever is shown of the chat, so that it is found. */
const Stranded = ({ workspace, chat }: PartProps) => {
  const openFile = useOpenFile({ workspace, chat });
  const filenames = workspace.strategies.map(({ filename }) => filename);
  const hasAny = useAppSelector((state) => selectStranded(state, chat.id, filenames).length > 0);
  if (!hasAny || !workspace.filesLoaded) return null;
  return (
    <Suspense>
      <StrandedDrafts chatId={chat.id} filenames={filenames} onSaved={openFile} />
    </Suspense>
  );
};

/** Shows the item of the selected key; its parts are loaded on first use. */
export const MainPanel = ({ workspace }: { workspace: Workspace }) => {
  useForesight(workspace.folders.length);
  // The code of the view is still loading; available parts render first.
  const isDrawn = useDrawn();
  return (
    <div className={classes.panel}>
      {workspace.chat ? <Stranded workspace={workspace} chat={workspace.chat} /> : null}
      <div className={classes.shown}>
        <Suspense fallback={<Outline />}>{isDrawn ? <Shown workspace={workspace} /> : <Outline />}</Suspense>
      </div>
    </div>
  );
};
