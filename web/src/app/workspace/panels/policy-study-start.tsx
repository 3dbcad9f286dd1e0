// The ready-made study of a result's rebalance policies, once its strategy file is read.
import { Center, Loader } from '@mantine/core';
import type { ParameterValues, TradingSettings } from '@tradeium/contracts';
import { useMemo } from 'react';
import { useParametersOf } from '../../../features/backtest-settings/use-parameters.ts';
import { useCredits } from '../../../features/credits/use-credits.ts';
import { useReadStrategyQuery } from '../../../features/strategy-editor/api.ts';
import { PolicyDialog } from '../../../features/studies/form/policy-dialog.tsx';
import { messageOf } from '../../../lib/failure.ts';
import { Dialog } from '../../../ui/dialogs/dialog.tsx';
import { LoadFailure } from '../../../ui/loading/load-failure.tsx';
import { strategyFile } from './strategy-to-run.ts';

export type StudiedResult = {
  readonly chatId: string;
  /** Its strategy file: the name, and the place among those of the chat. */
  readonly filename: string;
  readonly index: number;
  readonly settings: TradingSettings;
  readonly parameters: ParameterValues;
  /** The difference of the file from that of the result; null where there is none. */
  readonly codeNote: string | null;
};

type PolicyStudyStartProps = {
  result: StudiedResult;
  onStarted: (studyId: string) => void;
  onClose: () => void;
};

export const PolicyStudyStart = ({ result, onStarted, onClose }: PolicyStudyStartProps) => {
  const { chatId, filename, index, settings, parameters, codeNote } = result;
  const { currentData: code, error, isFetching, refetch } = useReadStrategyQuery({ id: chatId, filename });
  const { declared, changed, isReading } = useParametersOf(code, parameters);
  const { subscription, isKnown } = useCredits();
  const availableVut = isKnown ? subscription.vut_remaining : null;
  const source = useMemo(
    () => ({
      chatId,
      filename,
      focusedStrategy: strategyFile(index, filename).focused_strategy,
      declared,
      changed,
      settings,
      hasUnsaved: false,
      availableVut,
    }),
    [chatId, filename, index, declared, changed, settings, availableVut],
  );
  if (code !== undefined && !isReading)
    return <PolicyDialog source={source} codeNote={codeNote} onStarted={onStarted} onClose={onClose} />;
  return (
    <Dialog opened onClose={onClose} title="Rebalance policies">
      {error && !isFetching ? (
        <LoadFailure text={messageOf(error)} onRetry={() => void refetch()} />
      ) : (
        <Center p="lg">
          <Loader size="sm" aria-label="Reading the strategy" />
        </Center>
      )}
    </Dialog>
  );
};
