// What a chat holds: its strategy files, and the result folders of its backtests.
import { Button, Skeleton, Stack, Text } from '@mantine/core';
import { IconBrandPython, IconLock, IconPlus } from '@tabler/icons-react';
import { type Chat, PRIVATE_STRATEGY_NAME, type SessionFile } from '@tradeium/contracts';
import { useEffect } from 'react';
import { useAppDispatch } from '../../app/store.ts';
import { messageOf } from '../../lib/failure.ts';
import type { Item } from '../../lib/item-key.ts';
import { useListFilesQuery } from './api.ts';
import classes from './chat-files.module.css';
import panelClasses from './chats-panel.module.css';
import { FolderEntry } from './folder-entry.tsx';
import { openOnce } from './open-once.ts';
import { TreeRow } from './tree-row.tsx';
import { folderOpened } from './tree-slice.ts';

type ChatFilesProps = { chat: Chat; item: Item | null; onSelect: (item: Item) => void };

const NextStep = ({ hasStrategy }: { hasStrategy: boolean }) => (
  <div className={classes.step}>
    <Text size="xs" fw={600}>
      {hasStrategy ? '3 Backtest Strategy' : '2 Select Strategy'}
    </Text>
    <Text size="xs" c="dimmed">
      {hasStrategy
        ? 'Select the strategy and press Execute Backtest. A result folder appears here after a backtest.'
        : 'Strategies that you save appear here. Select one to run it; a result folder appears after a backtest.'}
    </Text>
  </div>
);

type StrategiesProps = ChatFilesProps & { strategies: readonly SessionFile[] };

const Strategies = ({ chat, item, onSelect, strategies }: StrategiesProps) => (
  <>
    <div className={classes.section}>
      <h3 className={classes.heading}>Strategies</h3>
      {chat.settings.tradeium_private ? null : (
        <Button
          size="compact-xs"
          variant="subtle"
          leftSection={<IconPlus size={13} />}
          aria-label="New strategy"
          classNames={{ section: panelClasses.plus ?? '', label: panelClasses.long ?? '' }}
          onClick={() => onSelect({ kind: 'new-strategy' })}
        >
          New strategy
        </Button>
      )}
    </div>
    <ul className={classes.list} aria-label="Strategies">
      {chat.settings.tradeium_private ? (
        <li>
          <TreeRow
            name={PRIVATE_STRATEGY_NAME}
            depth={1}
            icon={<IconLock size={15} stroke={1.7} aria-hidden style={{ flex: 'none' }} />}
            selected={item?.kind === 'private-strategy'}
            onSelect={() => onSelect({ kind: 'private-strategy' })}
          />
        </li>
      ) : null}
      {strategies.map(({ filename, display_name }, index) => (
        <li key={filename}>
          <TreeRow
            name={display_name}
            depth={1}
            icon={<IconBrandPython size={15} stroke={1.7} aria-hidden style={{ flex: 'none' }} />}
            selected={item?.kind === 'strategy' && item.index === index}
            onSelect={() => onSelect({ kind: 'strategy', index })}
          />
        </li>
      ))}
    </ul>
  </>
);

const Waiting = () => (
  <Stack gap={6} p="xs" pl={30}>
    <Skeleton h={14} />
    <Skeleton h={14} w="70%" />
  </Stack>
);

/** The sections 'Strategies' and 'Backtests' of an open chat. */
export const ChatFiles = ({ chat, item, onSelect }: ChatFilesProps) => {
  const dispatch = useAppDispatch();
  const { data, error, isLoading } = useListFilesQuery({ id: chat.id });
  const strategies = data?.files.filter(({ type }) => type === 'strategy') ?? [];
  const folders = data?.files.filter(({ type }) => type === 'backtest_folder') ?? [];
  const onlyFolder = folders.length === 1 ? folders[0]?.filename : undefined;
  useEffect(() => {
    if (onlyFolder && openOnce(chat.id)) dispatch(folderOpened({ chatId: chat.id, folderName: onlyFolder }));
  }, [onlyFolder, chat.id, dispatch]);

  if (isLoading) return <Waiting />;
  if (error)
    return (
      <Text size="xs" p="xs" pl={30} role="alert">
        {messageOf(error)}
      </Text>
    );
  return (
    <div className={classes.files}>
      <Strategies chat={chat} item={item} onSelect={onSelect} strategies={strategies} />
      <div className={classes.section}>
        <h3 className={classes.heading}>Backtests</h3>
      </div>
      {folders.length === 0 ? (
        <NextStep hasStrategy={strategies.length > 0 || chat.settings.tradeium_private} />
      ) : null}
      <ul className={classes.list} aria-label="Backtests">
        {folders.map((folder, index) => (
          <FolderEntry
            key={folder.filename}
            chatId={chat.id}
            folder={folder}
            index={index}
            item={item}
            onSelect={onSelect}
          />
        ))}
      </ul>
    </div>
  );
};
