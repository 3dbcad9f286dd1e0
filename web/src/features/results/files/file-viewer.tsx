// One file of a result folder, shown by what its name says it is.
import { Button, Center, Skeleton, Stack, Text } from '@mantine/core';
import { IconFileAlert, IconFileOff } from '@tabler/icons-react';
import { Suspense } from 'react';
import { isTableText } from '../../../lib/csv/csv.ts';
import { fileKindOf } from '../../../lib/file-kind.ts';
import { lazyNamed } from '../../../lib/loading/lazy-named.ts';
import { EmptyPlace } from '../../../ui/loading/empty-place.tsx';
import { useReadFolderFileQuery } from '../api.ts';
import { Belief } from '../findings/belief.tsx';
import { fileWords } from '../load-words.ts';
import { ChartImage } from '../pictures/chart-image.tsx';
import { ResultPicture } from '../pictures/result-picture.tsx';
import classes from './file-viewer.module.css';
import { RawText } from './raw-text.tsx';
import type { Folder } from './use-notes.ts';

const CodeEditor = lazyNamed(() => import('../../../ui/code/code-editor.tsx'), 'CodeEditor');
const SettingsView = lazyNamed(() => import('./settings-view.tsx'), 'SettingsView');
const ChanceView = lazyNamed(() => import('../chance/chance-view.tsx'), 'ChanceView');
const StatisticsView = lazyNamed(() => import('../statistics/statistics-view.tsx'), 'StatisticsView');
const TradesView = lazyNamed(() => import('../trades/trades-view.tsx'), 'TradesView');
const TableView = lazyNamed(() => import('./table-view.tsx'), 'TableView');

type FileViewerProps = Folder & {
  filename: string | null;
  /** The result's name, as its user gave it. */
  title: string;
  /** True if the folder has a table: one of a private strategy has none. */
  hasTable: boolean;
};

const Bars = () => (
  <Stack p="md" gap="sm">
    <Text role="status" size="sm" c="dimmed">
      Loading File...
    </Text>
    <Skeleton h={14} w="60%" />
    <Skeleton h={14} />
    <Skeleton h={14} w="80%" />
  </Stack>
);

type NothingProps = { title: string; text: string; icon: typeof IconFileOff; onRetry?: () => void };

const Nothing = ({ title, text, icon, onRetry }: NothingProps) => (
  <Center h="100%">
    <EmptyPlace icon={icon} title={title} text={text}>
      {onRetry ? (
        <Button variant="default" onClick={onRetry}>
          Try again
        </Button>
      ) : null}
    </EmptyPlace>
  </Center>
);

/** JSON and code beyond this are no result of ours, and would hold up the page. */
const CHARS_MAX = 4_000_000;

type ContentProps = Folder & { filename: string; text: string };

const Content = ({ filename, text, ...folder }: ContentProps) => {
  const kind = fileKindOf(filename);
  const raw = (what: string) => (
    <RawText text={text} filename={filename} note={`This file cannot be read as ${what}.`} />
  );
  if (filename === 'Trades' && isTableText(text))
    return <TradesView {...folder} text={text} filename={csvName(`${folder.folderName} trades`)} />;
  if (kind === 'table')
    return isTableText(text) ? <TableView text={text} filename={csvName(filename)} /> : raw('a table');
  if (text.length > CHARS_MAX) return <RawText text={text} filename={filename} />;
  switch (kind) {
    case 'settings':
      return (
        <SettingsView {...folder} text={text} hasNotes={filename === 'Settings'} fallback={raw('settings')} />
      );
    case 'statistics': {
      if (filename === 'Chance') return <ChanceView text={text} fallback={raw('statistics')} />;
      return <StatisticsView {...folder} text={text} fallback={raw('statistics')} />;
    }
    case 'code':
      return <CodeEditor label="Strategy code of this backtest" value={text} readOnly />;
    default:
      return <RawText text={text} filename={filename} />;
  }
};

const csvName = (filename: string): string => (filename.endsWith('.csv') ? filename : `${filename}.csv`);

const TextFile = ({ filename, ...folder }: Folder & { filename: string }) => {
  const { chatId, folderName } = folder;
  const { currentData, error, isFetching, refetch } = useReadFolderFileQuery({
    id: chatId,
    folderName,
    filename,
  });
  if (currentData === undefined && isFetching) return <Bars />;
  if (error && currentData === undefined)
    return (
      <Nothing icon={IconFileAlert} title="Error Loading File" text={fileWords(error)} onRetry={refetch} />
    );
  if (!currentData)
    return <Nothing icon={IconFileOff} title="No File Content" text="Unable to load file content." />;
  return (
    <Suspense fallback={<Bars />}>
      <Content {...folder} filename={filename} text={currentData} />
    </Suspense>
  );
};

/** Settings, statistics, code, table or picture; raw text for anything else. */
export const FileViewer = ({ filename, title, hasTable, ...folder }: FileViewerProps) => {
  const { chatId, folderName } = folder;
  if (filename === null)
    return <Nothing icon={IconFileOff} title="Error Loading File" text="Invalid folder or file index" />;
  if (fileKindOf(filename) === 'image')
    return (
      <div className={classes.picture}>
        <Belief chatId={chatId} folderName={folderName} folded />
        {filename === 'Chart' ? (
          <ResultPicture
            key={folderName}
            chatId={chatId}
            folderName={folderName}
            title={title}
            hasTable={hasTable}
          />
        ) : (
          <ChartImage
            key={filename}
            chatId={chatId}
            folderName={folderName}
            title={title}
            filename={filename}
          />
        )}
      </div>
    );
  return <TextFile {...folder} filename={filename} />;
};
