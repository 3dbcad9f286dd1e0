// The form of a study with the axes of one that has ended and a walk-forward test of them.
import type { Study } from '@tradeium/contracts';
import { useMemo } from 'react';
import { walkingDraftOf } from '../../../features/studies/form/draft-of-study.ts';
import { StudyDialog } from '../../../features/studies/form/study-dialog.tsx';
import { type StudiedFile, StudyOfFile } from './studied-file.tsx';

type WalkForwardStartProps = {
  study: Study;
  file: StudiedFile;
  onStarted: (studyId: string) => void;
  onClose: () => void;
};

export const WalkForwardStart = ({ study, file, onStarted, onClose }: WalkForwardStartProps) => {
  const begin = useMemo(() => walkingDraftOf(study), [study]);
  return (
    <StudyOfFile file={file} title={`Study of ${file.filename}`} onClose={onClose}>
      {(source) => <StudyDialog source={source} begin={begin} onStarted={onStarted} onClose={onClose} />}
    </StudyOfFile>
  );
};
