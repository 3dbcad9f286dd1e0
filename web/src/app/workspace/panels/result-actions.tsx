// The actions on a result: run its strategy again, take its settings over, compare it, study its rebalance policy, share or deploy it.
import { Button, Group } from '@mantine/core';
import { IconAdjustments, IconRefresh, IconScale } from '@tabler/icons-react';
import {
  type Chat,
  keptParameters,
  type ParameterValues,
  PRIVATE_STRATEGY_NAME,
  type SessionFile,
} from '@tradeium/contracts';
import { useAppDispatch, useAppSelector } from '../../../core/store.ts';
import { executeRun } from '../../../features/backtest-run/execute-run.ts';
import { type StartedRun, selectActiveRun } from '../../../features/backtest-run/run-slice.ts';
import { parametersTaken } from '../../../features/backtest-settings/parameters-slice.ts';
import {
  parametersOfResult,
  type Settings,
  settingsOfResult,
  tradingSettingsOf,
} from '../../../features/backtest-settings/settings.ts';
import { settingsTaken } from '../../../features/backtest-settings/settings-slice.ts';
import { ShareResult } from '../../../features/results/sharing/share-result.tsx';
import { useFolderRecord } from '../../../features/results/use-folder-record.ts';
import { policyWords } from '../../../lib/policy-words.ts';
import { settingWords } from '../../../lib/setting-differences.ts';
import { useRunKey } from '../../../lib/use-run-key.ts';
import { showToast } from '../../../ui/toast.ts';
import { DeployResult } from './deploy-result.tsx';
import { PolicyStudy } from './policy-study.tsx';
import classes from './result-actions.module.css';
import { PRIVATE_STRATEGY, strategyFile } from './strategy-to-run.ts';

type ResultActionsProps = {
  chat: Chat;
  folderName: string;
  runId: string;
  /** When the run ended, ms UTC. */
  runAtMs: number;
  /** Its name, as its user gave it. */
  name: string;
  /** The chat's strategy files as they are now. */
  strategies: readonly SessionFile[];
  /** How many of its findings are critical. */
  criticalFindings: number;
  /** Compares it with others. */
  onCompare: () => void;
  /** Shows a study that was started for it. */
  onStudy: (studyId: string) => void;
};

type Setup = { settings: Settings; parameters: ParameterValues };

const runOf = (chatId: string, strategy: string, index: number, setup: Setup): StartedRun => ({
  strategyFilename: strategy,
  input: {
    run_id: crypto.randomUUID(),
    backtest_id: chatId,
    ...tradingSettingsOf(setup.settings),
    ...keptParameters(setup.parameters),
    ...(strategy === PRIVATE_STRATEGY_NAME ? PRIVATE_STRATEGY : strategyFile(index, strategy)),
  },
});

const goneWords = (strategy: string, action: string): string =>
  `${strategy} is no longer in this chat, so it cannot be ${action}.`;

/** The effect of a press of 'Run again', or why it cannot be pressed. */
const runHint = (strategy: string, isThere: boolean, was: unknown, now: number | undefined): string => {
  if (!isThere) return goneWords(strategy, 'run again');
  if (now === undefined || now === was) return 'Runs the same strategy with the same settings (Ctrl+Enter)';
  return `Runs version ${now} of ${strategy} with these settings; this result is of version ${was} (Ctrl+Enter)`;
};

/** The way to the same decisions under other rebalance policies. */
const studyOf = (
  { chat, strategies }: Pick<ResultActionsProps, 'chat' | 'strategies'>,
  record: Readonly<Record<string, unknown>>,
  { settings, parameters }: Setup,
) => {
  const filename = String(record.strategy ?? '');
  const index = strategies.findIndex((file) => file.filename === filename);
  const [was, now] = [record.strategy_version, strategies[index]?.version ?? null];
  const result = {
    chatId: chat.id,
    filename,
    index,
    parameters,
    settings: tradingSettingsOf(settings),
    codeNote:
      now === null || now === was
        ? null
        : `${filename} has changed since: the study runs version ${now}, as it is saved now, and this result is of version ${was}.`,
  };
  if (filename === PRIVATE_STRATEGY_NAME)
    return { result, refusal: `The code of ${filename} is private, so it cannot be studied.` };
  return { result, refusal: index === -1 ? goneWords(filename, 'studied') : null };
};

/** Nothing while the settings are read, or when they cannot be. */
export const ResultActions = (props: ResultActionsProps) => {
  const { chat, folderName, runId, runAtMs, name, strategies, criticalFindings, onCompare } = props;
  const dispatch = useAppDispatch();
  const { record } = useFolderRecord({ chatId: chat.id, folderName }, 'Settings');
  const isRunning = useAppSelector(selectActiveRun) !== null;
  const settings = record && settingsOfResult(record);
  const parameters = record ? parametersOfResult(record) : {};
  const strategy = String(record?.strategy ?? '');
  const index = strategies.findIndex(({ filename }) => filename === strategy);
  const isThere = index !== -1 || strategy === PRIVATE_STRATEGY_NAME;
  const runAgain =
    settings && isThere && !isRunning
      ? () => void dispatch(executeRun(runOf(chat.id, strategy, index, { settings, parameters })))
      : null;
  useRunKey(runAgain, 'Run this result again');
  if (!settings) return null;
  const take = () => {
    dispatch(settingsTaken(settings));
    dispatch(parametersTaken({ chatId: chat.id, filename: strategy, values: parameters }));
    showToast('success', 'The next backtest uses the settings of this result.');
  };
  const hint = runHint(strategy, isThere, record.strategy_version, strategies[index]?.version ?? undefined);
  const target = {
    chatId: chat.id,
    folderName,
    name,
    facts: settingWords(record).join(' · '),
    policy: policyWords(record),
    portfolio: settings.portfolio,
  };
  const hasCode = strategy !== PRIVATE_STRATEGY_NAME;
  const shared = { chatId: chat.id, folderName, runId, runAtMs, name, hasCode };
  const deploy = <DeployResult target={target} criticalFindings={criticalFindings} />;
  return (
    <Group gap={6} className={classes.actions ?? ''}>
      <Button
        size="compact-xs"
        variant="default"
        leftSection={<IconAdjustments size={14} aria-hidden />}
        onClick={take}
      >
        <span>
          Use <span className={classes.wide}>these </span>settings
        </span>
      </Button>
      <Button
        size="compact-xs"
        variant="default"
        leftSection={<IconRefresh size={14} aria-hidden />}
        title={hint}
        disabled={runAgain === null}
        onClick={() => runAgain?.()}
      >
        <span>
          Run<span className={classes.wide}> again</span>
        </span>
      </Button>
      <Button
        size="compact-xs"
        variant="default"
        leftSection={<IconScale size={14} aria-hidden />}
        title="Compare this result with others, of any chat"
        onClick={onCompare}
      >
        Compare
      </Button>
      <PolicyStudy {...studyOf(props, record, { settings, parameters })} onStarted={props.onStudy} />
      <ShareResult target={shared} />
      {deploy}
    </Group>
  );
};
