// One file of a result folder, shown by what its name says it is.
import { Center, Code, Skeleton, Stack, Text } from '@mantine/core';
import { IconFileAlert, IconFileOff } from '@tabler/icons-react';
import { type ReactNode, Suspense } from 'react';
import { messageOf } from '../../lib/failure.ts';
import { fileKindOf } from '../../lib/file-kind.ts';
import { lazyNamed } from '../../lib/lazy-named.ts';
import { EmptyPlace } from '../../ui/empty-place.tsx';
import { useReadFolderFileQuery } from './api.ts';
import { ChartImage } from './chart-image.tsx';

const CodeEditor = lazyNamed(() => import('../../ui/code-editor.tsx'), 'CodeEditor');
const SettingsView = lazyNamed(() => import('./settings-view.tsx'), 'SettingsView');
const StatisticsView = lazyNamed(() => import('./statistics-view.tsx'), 'StatisticsView');
const TableView = lazyNamed(() => import('./table-view.tsx'), 'TableView');

type FileViewerProps = { chatId: string; folderName: string; filename: string | null };

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

const Nothing = ({ title, text, icon }: { title: string; text: string; icon: typeof IconFileOff }) => (
  <Center h="100%">
    <EmptyPlace icon={icon} title={title} text={text} />
  </Center>
);

const RawText = ({ text }: { text: string }) => (
  <Code block m="md" fz="sm">
    {text}
  </Code>
);

const contentOf = (filename: string, text: string): ReactNode => {
  switch (fileKindOf(filename)) {
    case 'settings':
      return <SettingsView text={text} fallback={<RawText text={text} />} />;
    case 'statistics':
      return <StatisticsView text={text} fallback={<RawText text={text} />} />;
    case 'code':
      return <CodeEditor label="Strategy code of this backtest" value={text} readOnly />;
    case 'table':
      return <TableView text={text} />;
    default:
      return <RawText text={text} />;
  }
};

const TextFile = ({ chatId, folderName, filename }: FileViewerProps & { filename: string }) => {
  const { currentData, error, isFetching } = useReadFolderFileQuery({ id: chatId, folderName, filename });
  if (currentData === undefined && isFetching) return <Bars />;
  if (error) return <Nothing icon={IconFileAlert} title="Error Loading File" text={messageOf(error)} />;
  if (!currentData)
    return <Nothing icon={IconFileOff} title="No File Content" text="Unable to load file content." />;
  return <Suspense fallback={<Bars />}>{contentOf(filename, currentData)}</Suspense>;
};

/** Settings, statistics, code, table or picture; raw text for anything else. */
export const FileViewer = ({ chatId, folderName, filename }: FileViewerProps) => {
  if (filename === null)
    return <Nothing icon={IconFileOff} title="Error Loading File" text="File not found in folder" />;
  if (fileKindOf(filename) === 'image')
    return <ChartImage key={filename} chatId={chatId} folderName={folderName} filename={filename} />;
  return <TextFile chatId={chatId} folderName={folderName} filename={filename} />;
};
