// One result folder of a chat and, when open, its files.
import { IconFolder, IconPencil, IconTrash } from '@tabler/icons-react';
import type { Chat, ResultFacts, SessionFile, TradingDeployment } from '@tradeium/contracts';
import { memo } from 'react';
import { useAppDispatch, useAppSelector } from '../../core/store.ts';
import { messageOf } from '../../lib/failure.ts';
import { sortedByKind } from '../../lib/file-kind.ts';
import { ratio, shortDate, utcDateTime } from '../../lib/format.ts';
import type { Item } from '../../lib/item-key.ts';
import { kindWords, resultName } from '../../lib/result-facts.ts';
import { heldOfFacts } from '../../lib/returns/held-return.ts';
import { CriticalSign, CriticalWords } from '../../ui/critical-mark.tsx';
import { ReturnFigure } from '../../ui/figures/return-figure.tsx';
import { FileIcon } from '../../ui/file-icon.tsx';
import { useListFolderQuery } from './api.ts';
import classes from './folder-entry.module.css';
import { starEntry } from './star-entry.ts';
import { FailedLines, LoadingLines } from './tree/row-states.tsx';
import { useTreeActions } from './tree/tree-actions.ts';
import { TreeRow } from './tree/tree-row.tsx';
import { folderToggled, isFolderOpen } from './tree/tree-slice.ts';
import { useStar } from './use-favorites.ts';

type FolderEntryProps = {
  chat: Chat;
  folder: SessionFile;
  /** All files of the chat. */
  files: readonly SessionFile[];
  index: number;
  /** The settings in which it differs from the chat's other results, besides coins, interval and range. */
  differences: string;
  /** The selected item, if it is the folder or one of its files. */
  item: Item | null;
  isMarked: boolean;
};

const FolderFiles = ({ chat, folder, index, item }: FolderEntryProps) => {
  const { select } = useTreeActions();
  const { data, error, refetch, isFetching } = useListFolderQuery({
    id: chat.id,
    folderName: folder.filename,
  });
  if (!data && error && !isFetching)
    return (
      <FailedLines
        level={4}
        text={`Failed to load folder contents: ${messageOf(error)}`}
        onRetry={() => void refetch()}
      />
    );
  if (!data) return <LoadingLines level={4} />;
  return sortedByKind(data.files).map(({ filename }, fileIndex) => (
    <TreeRow
      key={filename}
      name={filename}
      level={4}
      icon={<FileIcon filename={filename} />}
      selected={item?.kind === 'folder-file' && item.fileIndex === fileIndex}
      onSelect={() => select(chat.id, { kind: 'folder-file', folderIndex: index, fileIndex })}
    />
  ));
};

/** The facts that distinguish it from the others. */
type FactsProps = { name: string; facts: ResultFacts; differences: string };

const Facts = ({ name, facts, differences }: FactsProps) => (
  <span className={classes.facts}>
    <span>
      <ReturnFigure own={facts.total_return} held={heldOfFacts(facts)} /> · Sharpe {ratio(facts.sharpe_ratio)}{' '}
      <CriticalSign findings={facts.critical_findings} />
    </span>{' '}
    <span>
      {name === facts.strategy ? '' : `${facts.strategy} · `}
      {kindWords(facts)}
    </span>{' '}
    <span>
      <span className={classes.day}>{shortDate(facts.start_date)}</span> –{' '}
      <span className={classes.day}>{shortDate(facts.end_date)}</span>{' '}
      {differences === '' ? null : `· ${differences} `}
      {/* The line's name is what is seen of it, and this at its end. */}
      <CriticalWords findings={facts.critical_findings} />
    </span>
  </span>
);

const DEPLOYED_WORDS = {
  active: 'Deployed',
  paused: 'Deployed, paused',
  stopped: 'Deployed, stopped',
  ended: null,
} as const satisfies Record<TradingDeployment['status'], string | null>;

/** Nothing for a result that is not deployed. */
const DeployedMark = ({ status }: { status: TradingDeployment['status'] | undefined }) => {
  const words = status === undefined ? null : DEPLOYED_WORDS[status];
  return words === null ? null : (
    <span className={classes.deployed} data-state={status}>
      {words}
    </span>
  );
};

type ResultToDeployProps = FolderEntryProps & {
  name: string;
  status: TradingDeployment['status'] | undefined;
};

/** A folder that is chosen to be deployed. */
const ResultToDeploy = ({ chat, folder, index, name, status, differences }: ResultToDeployProps) => {
  const { select } = useTreeActions();
  return (
    <TreeRow
      name={name}
      level={3}
      look="result"
      title={`${folder.filename}: deploy this strategy`}
      icon={<IconFolder size={15} stroke={1.7} aria-hidden />}
      detail={
        <>
          <DeployedMark status={status} />{' '}
          {folder.result ? <Facts name={name} facts={folder.result} differences={differences} /> : null}
        </>
      }
      selected={status !== undefined}
      onSelect={() => select(chat.id, { kind: 'folder', index })}
    />
  );
};

/** A folder; its name shows the overview, its arrow the files. */
export const FolderEntry = memo((props: FolderEntryProps) => {
  const { chat, folder, files, index, differences, item, isMarked } = props;
  const dispatch = useAppDispatch();
  const { select, openDialog, deployed, isDeploying } = useTreeActions();
  const favorite = { item_type: 'backtest_result', item_id: folder.filename, backtest_id: chat.id } as const;
  const star = useStar(favorite, isMarked);
  const key = { chatId: chat.id, folderName: folder.filename };
  const isOpen = useAppSelector((state) => isFolderOpen(state, key));
  const rename = () => openDialog({ kind: 'rename-folder', chat, file: folder, files });
  const remove = () => openDialog({ kind: 'delete-folder', chat, file: folder, files });
  const ended = utcDateTime(folder.created_at * 1_000);
  const name = resultName(folder);
  const status = deployed.get(`${chat.id}/${folder.filename}`);
  if (isDeploying) return <ResultToDeploy {...props} name={name} status={status} />;
  return (
    <>
      <TreeRow
        name={name}
        level={3}
        look="result"
        title={`${folder.filename}, ${ended}`}
        icon={<IconFolder size={15} stroke={1.7} aria-hidden />}
        detail={
          <>
            <DeployedMark status={status} />{' '}
            {folder.result ? <Facts name={name} facts={folder.result} differences={differences} /> : ended}
          </>
        }
        selected={item?.kind === 'folder'}
        onSelect={() => select(chat.id, { kind: 'folder', index })}
        open={isOpen}
        onToggle={() => dispatch(folderToggled(key))}
        star={star}
        entries={() => [
          { label: 'Rename', icon: IconPencil, run: rename },
          starEntry(star),
          { label: 'Delete', icon: IconTrash, run: remove, isDanger: true },
        ]}
        onRename={rename}
        onDelete={remove}
      />
      {isOpen ? <FolderFiles {...props} /> : null}
    </>
  );
});
