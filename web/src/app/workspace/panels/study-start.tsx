// The way from the strategy that would be run to a study of it.
import type { TradingSettings } from '@tradeium/contracts';
import { useMemo } from 'react';
import type { Parameters } from '../../../features/backtest-settings/use-parameters.ts';
import { StudyControls } from '../../../features/studies/study-controls.tsx';
import type { Workspace } from '../selection/use-workspace.ts';
import { strategyFile } from './strategy-to-run.ts';
import type { StrategyToRun } from './use-strategy-to-run.ts';

type StudyStartProps = {
  workspace: Workspace;
  strategy: StrategyToRun;
  parameters: Parameters;
  settings: TradingSettings;
  hasUnsaved: boolean;
  availableVut: number | null;
};

/** Nothing for a private chat, whose strategy cannot be studied. */
export const StudyStart = (props: StudyStartProps) => {
  const { workspace, strategy, parameters, settings, hasUnsaved, availableVut } = props;
  const { chat, select } = workspace;
  const { filename, index, missing } = strategy;
  const { declared, changed, isReading } = parameters;
  const isReady = missing === null && !isReading;
  const source = useMemo(
    () =>
      isReady && chat && filename !== undefined
        ? {
            chatId: chat.id,
            filename,
            focusedStrategy: strategyFile(index, filename).focused_strategy,
            declared,
            changed,
            settings,
            hasUnsaved,
            availableVut,
          }
        : null,
    [isReady, chat, filename, index, declared, changed, settings, hasUnsaved, availableVut],
  );
  if (!chat || chat.settings.tradeium_private) return null;
  return <StudyControls source={source} onOpen={(study) => select(chat.id, { kind: 'study', study })} />;
};
