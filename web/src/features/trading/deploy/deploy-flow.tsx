// The way from a result to a deployment: asks for the stored keys first, then deploys or says what is missing.
import { Center, Loader } from '@mantine/core';
import type { TradingDeployment } from '@tradeium/contracts';
import { useState } from 'react';
import { isFailure } from '../../../lib/failure.ts';
import { Dialog } from '../../../ui/dialogs/dialog.tsx';
import { LoadFailure } from '../../../ui/loading/load-failure.tsx';
import { EXCHANGE, useGetApiKeysQuery } from '../api.ts';
import { codeWords } from '../trading-words.ts';
import { DeployDialog, type DeployTarget } from './deploy-dialog.tsx';
import { KeysNeededDialog } from './keys-needed-dialog.tsx';

export type DeployFlowProps = {
  target: DeployTarget;
  /** With which money its user wants to begin; others can be chosen while there are keys. */
  first?: TradingDeployment['mode'];
  onDeployed: (deployment: TradingDeployment) => void;
  onClose: () => void;
};

/** With keys the deployment is confirmed; without, keys are requested, and play money is offered. */
export const DeployFlow = ({ first = 'live', ...props }: DeployFlowProps) => {
  const [isOnPaper, setOnPaper] = useState(first === 'paper');
  const { currentData, error, isFetching, refetch } = useGetApiKeysQuery({ exchange: EXCHANGE });
  const keys = currentData ?? null;
  if (isOnPaper || keys) return <DeployDialog {...props} keys={keys} first={isOnPaper ? 'paper' : first} />;
  if (isFetching)
    return (
      <Dialog opened onClose={props.onClose} title="Deploy Strategy Live">
        <Center p="lg">
          <Loader size="sm" aria-label="Looking for API keys" />
        </Center>
      </Dialog>
    );
  if (isFailure(error) && error.status !== 404)
    return (
      <Dialog opened onClose={props.onClose} title="Deploy Strategy Live">
        <LoadFailure text={codeWords('Status', error)} onRetry={() => void refetch()} />
      </Dialog>
    );
  return <KeysNeededDialog onTryPaper={() => setOnPaper(true)} onClose={props.onClose} />;
};
