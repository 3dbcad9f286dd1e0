// The form of a study of a strategy file with given settings, once the file is read.
import { Center, Loader } from '@mantine/core';
import type { ParameterValues, TradingSettings } from '@tradeium/contracts';
import { type ReactNode, useMemo } from 'react';
import { useParametersOf } from '../../../features/backtest-settings/use-parameters.ts';
import { useCredits } from '../../../features/credits/use-credits.ts';
import { useReadStrategyQuery } from '../../../features/strategy-editor/api.ts';
import type { StudySource } from '../../../features/studies/form/use-study-form.ts';
import { messageOf } from '../../../lib/failure.ts';
import { Dialog } from '../../../ui/dialogs/dialog.tsx';
import { LoadFailure } from '../../../ui/loading/load-failure.tsx';
import { strategyFile } from './strategy-to-run.ts';

export type StudiedFile = {
  readonly chatId: string;
  /** The strategy file: its name, and its place among those of the chat. */
  readonly filename: string;
  readonly index: number;
  readonly settings: TradingSettings;
  readonly parameters: ParameterValues;
};

type StudyOfFileProps = {
  file: StudiedFile;
  /** Of the dialog while the file is read. */
  title: string;
  onClose: () => void;
  children: (source: StudySource) => ReactNode;
};

export const StudyOfFile = ({ file, title, onClose, children }: StudyOfFileProps) => {
  const { chatId, filename, index, settings, parameters } = file;
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
  if (code !== undefined && !isReading) return children(source);
  return (
    <Dialog opened onClose={onClose} title={title}>
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
