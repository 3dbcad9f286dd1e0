// A study in the main panel: its kept points lead to results of the chat, and on to their deployment.
import type { Chat, Study } from '@tradeium/contracts';
import { Suspense, useMemo, useState } from 'react';
import { settingsOfResult, tradingSettingsOf } from '../../../features/backtest-settings/settings.ts';
import { StudyView } from '../../../features/studies/study-view.tsx';
import type { DeployTarget } from '../../../features/trading/deploy/deploy-dialog.tsx';
import { deployTargetOf } from '../../../features/trading/deploy/deploy-target.ts';
import { lazyNamed } from '../../../lib/loading/lazy-named.ts';
import { showToast } from '../../../ui/toast.ts';
import type { Workspace } from '../selection/use-workspace.ts';
import { Deploying, deployRefusal } from './deploy-result.tsx';
import type { StudiedFile } from './studied-file.tsx';

const WalkForwardStart = lazyNamed(() => import('./walk-forward-start.tsx'), 'WalkForwardStart');

type StudyPartProps = { workspace: Workspace; chat: Chat; studyId: string };

export const StudyPart = ({ workspace, chat, studyId }: StudyPartProps) => {
  const { folders, strategies, select } = workspace;
  const [deployed, setDeployed] = useState<DeployTarget | null>(null);
  const [walked, setWalked] = useState<{ study: Study; file: StudiedFile } | null>(null);
  const results = useMemo(() => new Set(folders.flatMap(({ run_id }) => run_id ?? [])), [folders]);
  const deploy = (run: string) => {
    const folder = folders.find(({ run_id }) => run_id === run);
    if (!folder) return;
    const refusal = deployRefusal(folder.result?.critical_findings ?? 0);
    if (refusal === null) setDeployed(deployTargetOf(chat.id, folder));
    else showToast('error', refusal);
  };
  const walk = (study: Study) => {
    const filename = study.strategy_filename;
    const index = strategies.findIndex((file) => file.filename === filename);
    const settings = settingsOfResult(study.settings);
    if (index === -1 || !settings)
      showToast('error', `${filename} is no longer in this chat, so it cannot be studied.`);
    else {
      const parameters = study.points[0]?.parameters ?? {};
      const file = { chatId: chat.id, filename, index, settings: tradingSettingsOf(settings), parameters };
      setWalked({ study, file });
    }
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
        onWalkForward={walk}
      />
      {walked ? (
        <Suspense>
          <WalkForwardStart
            {...walked}
            onStarted={(study) => {
              setWalked(null);
              select(chat.id, { kind: 'study', study });
            }}
            onClose={() => setWalked(null)}
          />
        </Suspense>
      ) : null}
      {deployed ? <Deploying target={deployed} onClose={() => setDeployed(null)} /> : null}
    </>
  );
};
