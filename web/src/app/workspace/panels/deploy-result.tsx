// The button that deploys a result, from the workspace; the trading page shows the outcome.
import { Button } from '@mantine/core';
import { IconRocket } from '@tabler/icons-react';
import { Suspense, useState } from 'react';
import { navigate } from 'wouter/use-browser-location';
import type { DeployTarget } from '../../../features/trading/deploy/deploy-dialog.tsx';
import { lazyNamed } from '../../../lib/lazy-named.ts';

const DeployFlow = lazyNamed(() => import('../../../features/trading/deploy/deploy-flow.tsx'), 'DeployFlow');

type DeployResultProps = { target: DeployTarget };

/** With play money or live. */
export const DeployResult = ({ target }: DeployResultProps) => {
  const [isOpen, setOpen] = useState(false);
  const title = 'Trade this strategy with play money, or live';
  const open = () => setOpen(true);
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
      <Suspense>
        {isOpen ? (
          <DeployFlow
            target={target}
            onDeployed={({ backtest_session_id }) =>
              navigate(`/app/trading?${new URLSearchParams({ chat: backtest_session_id })}`)
            }
            onClose={() => setOpen(false)}
          />
        ) : null}
      </Suspense>
    </>
  );
};
