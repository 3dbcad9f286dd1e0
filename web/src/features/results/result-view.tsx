// One result folder: a strip of tabs over its overview and its files.
import { Button, Center, Skeleton, Stack, Tabs, Text } from '@mantine/core';
import { IconFolderOff, IconLayoutDashboard } from '@tabler/icons-react';
import type { FolderFileEntry } from '@tradeium/contracts';
import { type ReactNode, useEffect, useRef } from 'react';
import { useCommand } from '../../lib/commands/use-command.ts';
import type { Item } from '../../lib/item-key.ts';
import { FileIcon } from '../../ui/file-icon.tsx';
import { EmptyPlace } from '../../ui/loading/empty-place.tsx';
import { FileViewer } from './files/file-viewer.tsx';
import { folderWords, isNotFound } from './load-words.ts';
import { FolderOverview } from './overview/folder-overview.tsx';
import classes from './result-view.module.css';

type ResultViewProps = {
  chatId: string;
  folderName: string;
  /** Its name, as its user gave it. */
  title: string;
  /** The actions on it. */
  actions: ReactNode;
  /** The run that left this folder. */
  runId: string;
  folderIndex: number;
  /** In display order; undefined while loading. */
  files: readonly FolderFileEntry[] | undefined;
  error: unknown;
  /** Asks for the files again. */
  onRetry: () => void;
  /** The file that is shown; null for the overview. */
  fileIndex: number | null;
  onSelect: (item: Item) => void;
};

const OVERVIEW = 'overview';

const NotFound = ({ error, onRetry }: Pick<ResultViewProps, 'error' | 'onRetry'>) => (
  <Center h="100%">
    <EmptyPlace
      icon={IconFolderOff}
      title={isNotFound(error) ? 'Backtest folder not found' : 'The backtest folder could not be loaded'}
      text={folderWords(error)}
    >
      {isNotFound(error) ? null : (
        <Button variant="default" onClick={onRetry}>
          Try again
        </Button>
      )}
    </EmptyPlace>
  </Center>
);

const Waiting = () => (
  <Stack p="md">
    <Skeleton h={30} />
    <Skeleton h={90} />
    <Skeleton h={240} />
  </Stack>
);

/** Keeps the selected tab in sight where the strip is wider than its place. */
const useTabInSight = (tab: string, isDrawn: boolean) => {
  const strip = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const list = isDrawn ? strip.current : null;
    const selected = list?.querySelector(`[role="tab"][data-tab="${tab}"]`);
    if (!list || !selected) return;
    // Fonts and buttons next to the strip come later and change its width.
    const observer = new ResizeObserver(() =>
      selected.scrollIntoView({ block: 'nearest', inline: 'center' }),
    );
    for (const element of [list, selected]) observer.observe(element);
    return () => observer.disconnect();
  }, [tab, isDrawn]);
  return strip;
};

type PartProps = {
  readonly value: string;
  readonly name: string;
  readonly icon: ReactNode;
  readonly onOpen: (value: string) => void;
};

/** A tab, which the command palette opens too. */
const Part = ({ value, name, icon, onOpen }: PartProps) => {
  useCommand({ name: `Show ${name}`, also: 'part of this result tab', run: () => onOpen(value) });
  return (
    <Tabs.Tab value={value} data-tab={value} leftSection={icon}>
      {name}
    </Tabs.Tab>
  );
};

/** Overview or one file of a folder. */
export const ResultView = (props: ResultViewProps) => {
  const { chatId, folderName, title, actions, runId, folderIndex, files, fileIndex, onSelect } = props;
  const { error, onRetry } = props;
  const tab = fileIndex === null ? OVERVIEW : String(fileIndex);
  const strip = useTabInSight(tab, files !== undefined);
  // A result that is shown stays when it merely could not be read again.
  if (error && (!files || isNotFound(error))) return <NotFound error={error} onRetry={onRetry} />;
  if (!files) return <Waiting />;
  const open = (next: string | null) =>
    onSelect(
      next === null || next === OVERVIEW
        ? { kind: 'folder', index: folderIndex }
        : { kind: 'folder-file', folderIndex, fileIndex: Number(next) },
    );
  return (
    <Tabs value={tab} onChange={open} keepMounted={false} className={classes.tabs ?? ''}>
      <div className={classes.head}>
        <Tabs.List ref={strip} className={classes.list ?? ''} aria-label={`Parts of ${title}`}>
          <Part
            value={OVERVIEW}
            name="Overview"
            icon={<IconLayoutDashboard size={15} stroke={1.7} />}
            onOpen={open}
          />
          {files.map(({ filename }, index) => (
            <Part
              key={filename}
              value={String(index)}
              name={filename}
              icon={<FileIcon filename={filename} />}
              onOpen={open}
            />
          ))}
        </Tabs.List>
      </div>
      {fileIndex === null ? null : (
        <div className={classes.line}>
          <Text fw="var(--weight-strong)" size="sm" truncate>
            <bdi>{title}</bdi>
          </Text>
          {actions}
        </div>
      )}
      <Tabs.Panel tabIndex={0} value={tab} className={classes.panel ?? ''}>
        {fileIndex === null ? (
          <FolderOverview
            chatId={chatId}
            folderName={folderName}
            title={title}
            actions={actions}
            files={files}
            onOpen={(index) => open(String(index))}
          />
        ) : (
          <FileViewer
            chatId={chatId}
            folderName={folderName}
            title={title}
            runId={runId}
            filename={files[fileIndex]?.filename ?? null}
            hasTable={files.some(({ filename }) => filename === 'Table')}
          />
        )}
      </Tabs.Panel>
    </Tabs>
  );
};
