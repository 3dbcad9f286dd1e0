// The verdict on a result, above everything else in its overview.
import { Button, Skeleton } from '@mantine/core';
import { findingsOf } from '../../../lib/findings.ts';
import { useFolderRecord } from '../use-folder-record.ts';
import { DataWarning } from './data-warning.tsx';
import { FindingsPanel, Verdict } from './findings-panel.tsx';

/** The findings of the run; of an older run, which was not checked, what its settings say about its candles. */
export const Belief = (folder: { chatId: string; folderName: string }) => {
  const { record, failure, retry } = useFolderRecord(folder, 'Statistics');
  if (failure !== null)
    return (
      <Verdict severity="warning" text={`The findings could not be loaded: ${failure}`}>
        <Button variant="default" size="compact-sm" onClick={retry}>
          Try again
        </Button>
      </Verdict>
    );
  if (!record) return <Skeleton h={60} />;
  const findings = findingsOf(record);
  if (findings) return <FindingsPanel findings={findings} />;
  return (
    <>
      <Verdict severity="info" text="This run predates the checks" />
      <DataWarning {...folder} />
    </>
  );
};
