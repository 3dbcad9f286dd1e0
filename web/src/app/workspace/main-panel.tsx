// The main panel: shows the selected item, or how to begin.
import { Button, Center, Skeleton, Stack } from '@mantine/core';
import { IconFileCode, IconFileOff, IconFolderOff, IconListDetails } from '@tabler/icons-react';
import { type Chat, PRIVATE_STRATEGY_NAME } from '@tradeium/contracts';
import { Suspense } from 'react';
import { indexOfFile, useListFolderQuery } from '../../features/backtest-chats/api.ts';
import { selectStrategyError, strategyChanged } from '../../features/backtest-run/run-slice.ts';
import { PrivateStrategyCard } from '../../features/strategy-editor/private-strategy-card.tsx';
import { StrategyEditor } from '../../features/strategy-editor/strategy-editor.tsx';
import { messageOf } from '../../lib/failure.ts';
import { sortedByKind } from '../../lib/file-kind.ts';
import { itemKeyOf } from '../../lib/item-key.ts';
import { lazyNamed } from '../../lib/lazy-named.ts';
import { EmptyPlace } from '../../ui/empty-place.tsx';
import { useAppDispatch, useAppSelector } from '../store.ts';
import type { Workspace } from './use-workspace.ts';

const ResultView = lazyNamed(() => import('../../features/results/result-view.tsx'), 'ResultView');

const Outline = () => (
  <Stack p="md" aria-hidden>
    <Skeleton h={18} w="40%" />
    <Skeleton h={12} />
    <Skeleton h={12} w="70%" />
  </Stack>
);

type PartProps = { workspace: Workspace; chat: Chat };

const Begin = ({ workspace, chat }: PartProps) => {
  const { strategies, select } = workspace;
  const isPrivate = chat.settings.tradeium_private;
  return (
    <Center h="100%">
      <EmptyPlace
        icon={IconFileCode}
        title="3 Backtest Strategy"
        text={`${isPrivate ? 'The built-in' : 'Your'} strategy appears here after you click ${isPrivate ? 'it' : 'its file'} in the backtest chat. Then choose period, portfolio and fees in the panel below and press Execute Backtest.`}
      >
        {isPrivate ? (
          <Button onClick={() => select(chat.id, { kind: 'private-strategy' })}>
            Open {PRIVATE_STRATEGY_NAME}
          </Button>
        ) : strategies.length > 0 ? (
          <Button onClick={() => select(chat.id, { kind: 'strategy', index: 0 })}>Open strategy</Button>
        ) : (
          <Button onClick={() => select(chat.id, { kind: 'new-strategy' })}>Start from the template</Button>
        )}
      </EmptyPlace>
    </Center>
  );
};

const Missing = ({ title }: { title: string }) => (
  <Center h="100%">
    <EmptyPlace
      icon={IconFileOff}
      title={title}
      text="It may have been deleted. Choose another one in the list of your backtest chats."
    />
  </Center>
);

const StrategyPart = ({ workspace, chat, index }: PartProps & { index: number | null }) => {
  const dispatch = useAppDispatch();
  const file = index === null ? undefined : workspace.strategies[index];
  const filename = file?.filename ?? null;
  const failure = useAppSelector((state) => selectStrategyError(state, chat.id, filename ?? ''));
  if (index !== null && !file) return <Missing title="No Strategy File Available" />;
  const saved = async (savedName: string) => {
    dispatch(strategyChanged({ chatId: chat.id, filename: savedName }));
    if (index !== null) return;
    const newIndex = await dispatch(indexOfFile(chat.id, 'strategy', savedName));
    workspace.select(chat.id, newIndex === -1 ? null : { kind: 'strategy', index: newIndex });
  };
  return (
    <StrategyEditor
      key={`${chat.id}/${filename}`}
      strategy={{
        chatId: chat.id,
        filename,
        selectedItem: index === null ? null : itemKeyOf({ kind: 'strategy', index }),
        readOnly: chat.settings.tradeium_private,
        version: file?.version ?? null,
      }}
      failure={failure}
      onSaved={saved}
      onCancelled={() => workspace.select(chat.id, null)}
    />
  );
};

type ResultPartProps = PartProps & { folderIndex: number; fileIndex: number | null };

const ResultPart = ({ workspace, chat, folderIndex, fileIndex }: ResultPartProps) => {
  const folder = workspace.folders[folderIndex];
  const { currentData, error } = useListFolderQuery(
    { id: chat.id, folderName: folder?.filename ?? '' },
    { skip: folder === undefined },
  );
  if (!folder) return <Missing title="Backtest folder not found" />;
  return (
    <Suspense fallback={<Outline />}>
      <ResultView
        key={folder.filename}
        chatId={chat.id}
        folderName={folder.filename}
        folderIndex={folderIndex}
        files={currentData && sortedByKind(currentData.files)}
        error={error}
        fileIndex={fileIndex}
        onSelect={(item) => workspace.select(chat.id, item)}
      />
    </Suspense>
  );
};

const NotListed = ({ error, onRetry }: { error: unknown; onRetry: () => void }) => (
  <Center h="100%">
    <EmptyPlace icon={IconFolderOff} title="The files could not be listed" text={messageOf(error)}>
      <Button variant="default" onClick={onRetry}>
        Try again
      </Button>
    </EmptyPlace>
  </Center>
);

/** What the selected key stands for. */
export const MainPanel = ({ workspace }: { workspace: Workspace }) => {
  const { chats, chat, item, filesLoaded, filesError, listFilesAgain, error } = workspace;
  if (chats === undefined && !error) return <Outline />;
  if (!chat)
    return (
      <Center h="100%">
        <EmptyPlace
          icon={IconListDetails}
          title="No backtest chat selected"
          text="Each backtest chat holds strategies and the results of their backtests. Choose one, or create a new one, in the panel Backtest Chats."
        />
      </Center>
    );
  if (item?.kind === 'new-strategy' && !chat.settings.tradeium_private)
    return <StrategyPart workspace={workspace} chat={chat} index={null} />;
  if (item === null || item.kind === 'new-strategy') return <Begin workspace={workspace} chat={chat} />;
  if (item.kind === 'private-strategy') return <PrivateStrategyCard />;
  if (filesError) return <NotListed error={filesError} onRetry={listFilesAgain} />;
  if (!filesLoaded) return <Outline />;
  switch (item.kind) {
    case 'strategy':
      return <StrategyPart workspace={workspace} chat={chat} index={item.index} />;
    case 'folder':
      return <ResultPart workspace={workspace} chat={chat} folderIndex={item.index} fileIndex={null} />;
    case 'folder-file':
      return <ResultPart workspace={workspace} chat={chat} {...item} />;
    default:
      return <Missing title="Nothing to show for this item yet" />;
  }
};
