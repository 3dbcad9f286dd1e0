// The verdict on a result: a line above its charts, and the reasons below them.
import { Button, Skeleton } from '@mantine/core';
import { findingsOf, isLoud, objectionOf } from '../../../lib/findings.ts';
import { useFolderRecord } from '../use-folder-record.ts';
import { FindingsPanel, Verdict } from './findings-panel.tsx';
import { VerdictLine } from './verdict-line.tsx';

type Folder = { chatId: string; folderName: string };

type BeliefProps = Folder & {
  /** In one line, whatever was found. */
  folded?: boolean;
};

/** The findings of the run. */
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
  return <FindingsPanel findings={findingsOf(record)} folded={folded} />;
};

type BeliefLineProps = Folder & {
  /** Goes to the reasons for the verdict. */
  onRead: () => void;
};

/** The verdict in one line, whatever was found, so that the charts below it are in sight. */
export const BeliefLine = ({ onRead, ...folder }: BeliefLineProps) => {
  const { record, failure } = useFolderRecord(folder, 'Statistics');
  if (failure !== null)
    return <VerdictLine severity="warning" text="The findings could not be loaded" onRead={onRead} />;
  if (!record) return <Skeleton h={36} />;
  const findings = findingsOf(record);
  const objection = objectionOf(findings);
  return objection ? (
    <VerdictLine {...objection} onRead={onRead} />
  ) : (
    <FindingsPanel findings={findings} folded />
  );
};

/** The reasons behind the line; nothing if the line says it all. */
export const BeliefDetails = (folder: Folder) => {
  const { record, failure } = useFolderRecord(folder, 'Statistics');
  const findings = record && findingsOf(record);
  const isSaid = findings ? !findings.some(isLoud) : !record && failure === null;
  return isSaid ? null : <Belief {...folder} />;
};
