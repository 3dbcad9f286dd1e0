// The button that deploys a result, from the workspace; the trading page shows the outcome.
import { Button } from '@mantine/core';
import { IconRocket } from '@tabler/icons-react';
import { Suspense, useState } from 'react';
import { navigate } from 'wouter/use-browser-location';
import type { DeployTarget } from '../../../features/trading/deploy/deploy-dialog.tsx';
import { lazyNamed } from '../../../lib/loading/lazy-named.ts';
import { criticalWords } from '../../../lib/result-facts.ts';
import { showToast } from '../../../ui/toast.ts';

const DeployFlow = lazyNamed(() => import('../../../features/trading/deploy/deploy-flow.tsx'), 'DeployFlow');

type DeployResultProps = {
  target: DeployTarget;
  /** How many of its findings are critical: then it cannot be deployed. */
  criticalFindings: number;
};

/** Why a result is not deployed; null for one that can be. Before keys are requested, because the server would refuse it in the end. */
export const deployRefusal = (criticalFindings: number): string | null =>
  criticalFindings === 0 ? null : `This result cannot be deployed: ${criticalWords(criticalFindings)}.`;

/** The dialogs of a deployment; the trading page follows. */
export const Deploying = ({ target, onClose }: { target: DeployTarget; onClose: () => void }) => (
  <Suspense>
    <DeployFlow
      target={target}
      onDeployed={({ backtest_session_id }) =>
        navigate(`/app/trading?${new URLSearchParams({ chat: backtest_session_id })}`)
      }
      onClose={onClose}
    />
  </Suspense>
);

/** With play money or live. */
export const DeployResult = ({ target, criticalFindings }: DeployResultProps) => {
  const [isOpen, setOpen] = useState(false);
  const refusal = deployRefusal(criticalFindings);
  const title = refusal ?? 'Trade this strategy with play money, or live';
  const open = () => (refusal === null ? setOpen(true) : showToast('error', refusal));
  return (
    <>
      <Button
        size="compact-xs"
        variant="default"
        leftSection={<IconRocket size={14} aria-hidden />}
        title={title}
        onPointerEnter={() => void DeployFlow.preload().catch(() => undefined)}
        onClick={open}
      >
        Deploy
      </Button>
      {isOpen ? <Deploying target={target} onClose={() => setOpen(false)} /> : null}
    </>
  );
};
