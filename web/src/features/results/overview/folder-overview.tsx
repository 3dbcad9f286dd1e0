// The overview of a result: its key figures, its charts, and the files behind them.
import { Skeleton, Text, Title, UnstyledButton } from '@mantine/core';
import type { FolderFileEntry } from '@tradeium/contracts';
import { type ReactNode, Suspense, useRef, useState } from 'react';
import { kilobytes } from '../../../lib/format.ts';
import { FileIcon } from '../../../ui/file-icon.tsx';
import { FolderCharts } from '../charts/lazy-charts.ts';
import type { RangeFigures } from '../curves/range-figures.ts';
import { BeliefDetails, BeliefLine } from '../findings/belief.tsx';
import { CapitalPanel } from './capital-panel.tsx';
import classes from './folder-overview.module.css';
import { KeyFigures } from './key-figures.tsx';
import { Months } from './months.tsx';
import { RunFacts } from './run-facts.tsx';
import { RunOutput } from './run-output.tsx';

type FolderOverviewProps = {
  chatId: string;
  folderName: string;
  title: string;
  actions: ReactNode;
  files: readonly FolderFileEntry[];
  onOpen: (fileIndex: number) => void;
};

/** The figures that a trader looks at first. */
export const FolderOverview = (props: FolderOverviewProps) => {
  const { chatId, folderName, title, actions, files, onOpen } = props;
  const [zoomed, setZoomed] = useState<RangeFigures | null>(null);
  const details = useRef<HTMLDivElement>(null);
  const has = (name: string) => files.some(({ filename }) => filename === name);
  return (
    <div className={classes.overview}>
      <header className={classes.head}>
        <div className={classes.line}>
          <Title order={2} className={classes.title ?? ''} title={folderName}>
            <bdi>{title}</bdi>
          </Title>
          {actions}
        </div>
        {has('Settings') ? <RunFacts chatId={chatId} folderName={folderName} /> : null}
      </header>
      {has('Statistics') ? <KeyFigures chatId={chatId} folderName={folderName} zoomed={zoomed} /> : null}
      {has('Statistics') ? (
        <BeliefLine chatId={chatId} folderName={folderName} onRead={() => details.current?.focus()} />
      ) : null}
      <Suspense fallback={<Skeleton h={420} />}>
        <FolderCharts chatId={chatId} folderName={folderName} title={title} has={has} onFigures={setZoomed} />
      </Suspense>
      {has('Statistics') ? (
        <>
          <div ref={details} tabIndex={-1} className={classes.details}>
            <BeliefDetails chatId={chatId} folderName={folderName} />
          </div>
          <Months chatId={chatId} folderName={folderName} />
        </>
      ) : null}
      {has('Table') ? <CapitalPanel chatId={chatId} folderName={folderName} /> : null}
      {has('Settings') ? <RunOutput chatId={chatId} folderName={folderName} /> : null}
      <ul className={classes.files}>
        {files.map(({ filename, size }, index) => (
          <li key={filename}>
            <UnstyledButton className={classes.file ?? ''} onClick={() => onOpen(index)}>
              <FileIcon filename={filename} />
              <Text size="sm" fw="var(--weight-medium)" truncate>
                {filename}
              </Text>
              <Text size="xs" c="dimmed" ml="auto">
                {size > 0 ? kilobytes(size) : 'Folder'}
              </Text>
            </UnstyledButton>
          </li>
        ))}
      </ul>
    </div>
  );
};
