// A study in the main panel: its kept points lead to results of the chat.
import type { Chat } from '@tradeium/contracts';
import { useMemo } from 'react';
import { StudyView } from '../../../features/studies/study-view.tsx';
import type { Workspace } from '../selection/use-workspace.ts';

type StudyPartProps = { workspace: Workspace; chat: Chat; studyId: string };

export const StudyPart = ({ workspace, chat, studyId }: StudyPartProps) => {
  const { folders, select } = workspace;
  const results = useMemo(() => new Set(folders.flatMap(({ run_id }) => run_id ?? [])), [folders]);
  return (
    <StudyView
      key={studyId}
      studyId={studyId}
      results={results}
      onOpenRun={(run) => select(chat.id, { kind: 'folder', index: 0, run })}
      onCompare={(runs) => select(chat.id, { kind: 'comparison', runs })}
      onShowAll={() => select(chat.id, { kind: 'results' })}
    />
  );
};
