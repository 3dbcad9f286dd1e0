// The section 'Strategies' of an open chat: its files, what the private one runs, and the data of its newest result.
import {
  IconBooks,
  IconBrandPython,
  IconDownload,
  IconLock,
  IconPencil,
  IconPlus,
  IconTable,
  IconTrash,
} from '@tabler/icons-react';
import { type Chat, PRIVATE_STRATEGY_NAME, type SessionFile } from '@tradeium/contracts';
import { memo } from 'react';
import { type AppDispatch, useAppDispatch, useAppSelector } from '../../core/store.ts';
import { downloadText } from '../../lib/download.ts';
import { messageOf } from '../../lib/failure.ts';
import type { Item } from '../../lib/item-key.ts';
import { showToast } from '../../ui/toast.ts';
import { savedCodeOf } from './api.ts';
import { starEntry } from './star-entry.ts';
import classes from './strategies.module.css';
import { type MenuEntry, useTreeActions } from './tree/tree-actions.ts';
import { TreeRow } from './tree/tree-row.tsx';
import { isSectionOpen, sectionToggled } from './tree/tree-slice.ts';
import { useFavorites, useStar } from './use-favorites.ts';

type StrategiesProps = {
  chat: Chat;
  item: Item | null;
  /** All files of the chat. */
  files: readonly SessionFile[];
  hasResult: boolean;
};

type StrategyEntryProps = Pick<StrategiesProps, 'chat' | 'files'> & {
  file: SessionFile;
  index: number;
  isSelected: boolean;
  isMarked: boolean;
};

const save = (chatId: string, filename: string) => async (dispatch: AppDispatch) => {
  try {
    const code = await dispatch(savedCodeOf({ id: chatId, filename }));
    downloadText(filename, code, 'text/x-python');
  } catch (failure) {
    showToast('error', `Failed to load file: ${messageOf(failure)}`);
  }
};

const StrategyEntry = memo(({ chat, files, file, index, isSelected, isMarked }: StrategyEntryProps) => {
  const dispatch = useAppDispatch();
  const { select, openDialog } = useTreeActions();
  const { filename, display_name } = file;
  const star = useStar({ item_type: 'strategy', item_id: filename, backtest_id: chat.id }, isMarked);
  const rename = () => openDialog({ kind: 'rename-strategy', chat, file, files });
  const remove = () => openDialog({ kind: 'delete-strategy', chat, file, files });
  const download = {
    label: 'Download .py',
    icon: IconDownload,
    run: () => dispatch(save(chat.id, filename)),
  };
  const isFixed = chat.settings.tradeium_private;
  const entries = (): MenuEntry[] =>
    isFixed
      ? [download, starEntry(star)]
      : [
          { label: 'Rename', icon: IconPencil, run: rename },
          download,
          starEntry(star),
          { label: 'Delete', icon: IconTrash, run: remove, isDanger: true },
        ];
  return (
    <TreeRow
      name={display_name}
      level={3}
      title={filename}
      icon={<IconBrandPython size={15} stroke={1.7} aria-hidden />}
      selected={isSelected}
      onSelect={() => select(chat.id, { kind: 'strategy', index })}
      star={star}
      entries={entries}
      {...(!isFixed && { onRename: rename, onDelete: remove })}
    />
  );
});

const PrivateStrategy = ({ chat, item }: Pick<StrategiesProps, 'chat' | 'item'>) => {
  const { select } = useTreeActions();
  return (
    <TreeRow
      name={PRIVATE_STRATEGY_NAME}
      level={3}
      icon={<IconLock size={15} stroke={1.7} aria-hidden />}
      selected={item?.kind === 'private-strategy'}
      onSelect={() => select(chat.id, { kind: 'private-strategy' })}
    />
  );
};

/** Known strategies to begin with. */
const Library = ({ chat, item }: Pick<StrategiesProps, 'chat' | 'item'>) => {
  const { select } = useTreeActions();
  return (
    <TreeRow
      name="Strategy library"
      level={3}
      title="Known strategies with their results, ready to be added to this chat"
      icon={<IconBooks size={15} stroke={1.7} aria-hidden />}
      selected={item?.kind === 'library'}
      onSelect={() => select(chat.id, { kind: 'library' })}
    />
  );
};

/** The rows of the newest result; a private strategy gives none away. */
const StrategyData = ({ chat, item }: Pick<StrategiesProps, 'chat' | 'item'>) => {
  const { select } = useTreeActions();
  return (
    <TreeRow
      name="Strategy data"
      level={3}
      title="Rows of this chat's newest result"
      icon={<IconTable size={15} stroke={1.7} aria-hidden />}
      selected={item?.kind === 'strategy-data' && item.index === null}
      onSelect={() => select(chat.id, { kind: 'strategy-data', index: null })}
    />
  );
};

/** A private chat's strategies are fixed; another one gets new ones here. */
export const Strategies = ({ chat, item, files, hasResult }: StrategiesProps) => {
  const dispatch = useAppDispatch();
  const { select } = useTreeActions();
  const { isMarked } = useFavorites();
  const section = `${chat.id}/strategies`;
  const isOpen = useAppSelector((state) => isSectionOpen(state, section));
  const toggle = () => dispatch(sectionToggled(section));
  const isPrivate = chat.settings.tradeium_private;
  const begin = () => select(chat.id, { kind: 'new-strategy' });
  const openLibrary = () => select(chat.id, { kind: 'library' });
  const strategies = files.filter(({ type }) => type === 'strategy');
  return (
    <>
      <TreeRow
        name="Strategies"
        level={2}
        look="section"
        onSelect={toggle}
        open={isOpen}
        onToggle={toggle}
        entries={
          isPrivate
            ? undefined
            : () => [
                { label: 'New strategy', icon: IconPlus, run: begin },
                { label: 'Strategy library', icon: IconBooks, run: openLibrary },
              ]
        }
      >
        {isPrivate ? null : (
          <button
            type="button"
            tabIndex={-1}
            className={classes.new}
            aria-label="New strategy"
            title="New strategy"
            onClick={begin}
          >
            <IconPlus size={16} aria-hidden />
          </button>
        )}
      </TreeRow>
      {isOpen ? (
        <>
          {isPrivate ? <PrivateStrategy chat={chat} item={item} /> : null}
          {strategies.map((file, index) => (
            <StrategyEntry
              key={file.filename}
              chat={chat}
              files={files}
              file={file}
              index={index}
              isSelected={item?.kind === 'strategy' && item.index === index}
              isMarked={isMarked({ item_type: 'strategy', item_id: file.filename, backtest_id: chat.id })}
            />
          ))}
          {isPrivate ? null : <Library chat={chat} item={item} />}
          {hasResult && !isPrivate ? <StrategyData chat={chat} item={item} /> : null}
        </>
      ) : null}
    </>
  );
};
