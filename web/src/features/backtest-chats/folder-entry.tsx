// One result folder of a chat and, when open, its files.
import { Skeleton } from '@mantine/core';
import { IconFolder } from '@tabler/icons-react';
import type { SessionFile } from '@tradeium/contracts';
import { useAppDispatch, useAppSelector } from '../../app/store.ts';
import { sortedByKind } from '../../lib/file-kind.ts';
import type { Item } from '../../lib/item-key.ts';
import { FileIcon } from '../../ui/file-icon.tsx';
import { useListFolderQuery } from './api.ts';
import classes from './chat-files.module.css';
import { TreeRow } from './tree-row.tsx';
import { folderToggled, isFolderOpen } from './tree-slice.ts';

type FolderEntryProps = {
  chatId: string;
  folder: SessionFile;
  index: number;
  item: Item | null;
  onSelect: (item: Item) => void;
};

const FolderFiles = ({ chatId, folder, index, item, onSelect }: FolderEntryProps) => {
  const { data, isLoading } = useListFolderQuery({ id: chatId, folderName: folder.filename });
  if (isLoading) return <Skeleton h={14} ml={46} my={8} w="50%" />;
  return (
    <ul className={classes.list} aria-label={`Files of ${folder.display_name}`}>
      {sortedByKind(data?.files ?? []).map(({ filename }, fileIndex) => (
        <li key={filename}>
          <TreeRow
            name={filename}
            depth={2}
            icon={<FileIcon filename={filename} />}
            selected={
              item?.kind === 'folder-file' && item.folderIndex === index && item.fileIndex === fileIndex
            }
            onSelect={() => onSelect({ kind: 'folder-file', folderIndex: index, fileIndex })}
          />
        </li>
      ))}
    </ul>
  );
};

/** A folder; its name shows the overview, its arrow the files. */
export const FolderEntry = (props: FolderEntryProps) => {
  const { chatId, folder, index, item, onSelect } = props;
  const dispatch = useAppDispatch();
  const key = { chatId, folderName: folder.filename };
  const open = useAppSelector((state) => isFolderOpen(state, key));
  return (
    <li>
      <TreeRow
        name={folder.display_name}
        depth={1}
        icon={<IconFolder size={15} stroke={1.7} aria-hidden style={{ flex: 'none' }} />}
        selected={item?.kind === 'folder' && item.index === index}
        onSelect={() => onSelect({ kind: 'folder', index })}
        open={open}
        onToggle={() => dispatch(folderToggled(key))}
      />
      {open ? <FolderFiles {...props} /> : null}
    </li>
  );
};
