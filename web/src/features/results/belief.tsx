// Whether a result can be believed, above everything else that its overview shows.
import { Skeleton } from '@mantine/core';
import { findingsOf } from '../../lib/findings.ts';
import { useReadFolderFileQuery } from './api.ts';
import { DataWarning } from './data-warning.tsx';
import { FindingsPanel } from './findings-panel.tsx';
import { recordOf } from './statistics.ts';

/** The findings of the run; of an older run, which was not checked, what its settings say about its candles. */
export const Belief = ({ chatId, folderName }: { chatId: string; folderName: string }) => {
  const { currentData, error } = useReadFolderFileQuery({ id: chatId, folderName, filename: 'Statistics' });
  if (currentData === undefined && !error) return <Skeleton h={60} />;
  const findings = currentData === undefined ? null : findingsOf(recordOf(currentData) ?? {});
  return findings ? (
    <FindingsPanel findings={findings} />
  ) : (
    <DataWarning chatId={chatId} folderName={folderName} />
  );
};
