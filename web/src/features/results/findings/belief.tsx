// The verdict on a result, above everything else in its overview.
import { Button, Skeleton } from '@mantine/core';
import { findingsOf } from '../../../lib/findings.ts';
import { useFolderRecord } from '../use-folder-record.ts';
import { DataWarning } from './data-warning.tsx';
import { FindingsPanel, Verdict } from './findings-panel.tsx';

type BeliefProps = {
  chatId: string;
  folderName: string;
  /** In one line, whatever was found. */
  folded?: boolean;
};

/** The findings of the run; of an older run, which was not checked, what its settings say about its candles. */
export const Belief = ({ folded = false, ...folder }: BeliefProps) => {
  const { record, failure, retry } = useFolderRecord(folder, 'Statistics');
  if (failure !== null)
    return (
      <Verdict severity="warning" text={`The findings could not be loaded: ${failure}`}>
        <Button variant="default" size="compact-sm" onClick={retry}>
          Try again
        </Button>
      </Verdict>
    );
  if (!record) return <Skeleton h={36} />;
  const findings = findingsOf(record);
  if (findings) return <FindingsPanel findings={findings} folded={folded} />;
  return (
    <>
      <Verdict severity="info" text="This run predates the checks" />
      <DataWarning {...folder} />
    </>
  );
};
