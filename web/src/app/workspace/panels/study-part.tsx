// A study in the main panel: its kept points lead to results of the chat, and on to their deployment.
import type { Chat } from '@tradeium/contracts';
import { useMemo, useState } from 'react';
import { StudyView } from '../../../features/studies/study-view.tsx';
import type { DeployTarget } from '../../../features/trading/deploy/deploy-dialog.tsx';
import { deployTargetOf } from '../../../features/trading/deploy/deploy-target.ts';
import { showToast } from '../../../ui/toast.ts';
import type { Workspace } from '../selection/use-workspace.ts';
import { Deploying, deployRefusal } from './deploy-result.tsx';

type StudyPartProps = { workspace: Workspace; chat: Chat; studyId: string };

export const StudyPart = ({ workspace, chat, studyId }: StudyPartProps) => {
  const { folders, select } = workspace;
  const [deployed, setDeployed] = useState<DeployTarget | null>(null);
  const results = useMemo(() => new Set(folders.flatMap(({ run_id }) => run_id ?? [])), [folders]);
  const deploy = (run: string) => {
    const folder = folders.find(({ run_id }) => run_id === run);
    if (!folder) return;
    const refusal = deployRefusal(folder.result?.critical_findings ?? 0);
    if (refusal === null) setDeployed(deployTargetOf(chat.id, folder));
    else showToast('error', refusal);
  };
  return (
    <>
      <StudyView
        key={studyId}
        studyId={studyId}
        results={results}
        onOpenRun={(run) => select(chat.id, { kind: 'folder', index: 0, run })}
        onDeploy={deploy}
        onCompare={(runs) => select(chat.id, { kind: 'comparison', runs })}
        onShowAll={() => select(chat.id, { kind: 'results' })}
      />
      {deployed ? <Deploying target={deployed} onClose={() => setDeployed(null)} /> : null}
    </>
  );
};
