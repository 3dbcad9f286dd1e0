// The ready-made study of a result's rebalance policies, once its strategy file is read.
import { PolicyDialog } from '../../../features/studies/form/policy-dialog.tsx';
import { type StudiedFile, StudyOfFile } from './studied-file.tsx';

export type StudiedResult = StudiedFile & {
  /** The difference of the file from that of the result; null where there is none. */
  readonly codeNote: string | null;
};

type PolicyStudyStartProps = {
  result: StudiedResult;
  onStarted: (studyId: string) => void;
  onClose: () => void;
};

export const PolicyStudyStart = ({ result, onStarted, onClose }: PolicyStudyStartProps) => (
  <StudyOfFile file={result} title="Rebalance policies" onClose={onClose}>
    {(source) => (
      <PolicyDialog source={source} codeNote={result.codeNote} onStarted={onStarted} onClose={onClose} />
    )}
  </StudyOfFile>
);
