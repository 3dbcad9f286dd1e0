// The deployed strategy: its controls, the files of its result, and what it did.
import { Skeleton, Stack, Tabs, Text } from '@mantine/core';
import { type DeploymentStatus, PRIVATE_STRATEGY_NAME } from '@tradeium/contracts';
import type { ReactNode } from 'react';
import { useWhenDue } from '../../lib/dates/use-when-due.ts';
import { LoadFailure } from '../../ui/loading/load-failure.tsx';
import { Activity } from './activity/activity-table.tsx';
import { useGetDeploymentStatusQuery } from './api.ts';
import { ControlTab } from './control/control-tab.tsx';
import classes from './strategy-panel.module.css';
import { codeWords } from './trading-words.ts';

const FILES = ['Settings', 'Strategy', 'Table', 'Chart', 'Statistics'] as const;
const PRIVATE_FILES = ['Settings', 'Statistics', 'Chart'] as const;

/** The files that a folder has tabs for; of a private strategy neither code nor weights. */
export const tabsOf = (folderName: string, isPrivate: boolean): readonly string[] =>
  isPrivate || folderName.includes(PRIVATE_STRATEGY_NAME) ? PRIVATE_FILES : FILES;

/** True for the files of the result: they show what happened in its backtest, whatever the deployment does. */
export const isBacktestTab = (tab: string): boolean => FILES.some((name) => name === tab);

type StrategyPanelProps = {
  chatId: string;
  tab: string;
  onTab: (tab: string) => void;
  /** Shows a file of the deployed result. */
  renderFile: (filename: string, status: DeploymentStatus, hasTable: boolean) => ReactNode;
  onGoLive: (status: DeploymentStatus) => void;
};

const Strip = ({ files }: { files: readonly string[] }) => (
  <Tabs.List className={classes.list ?? ''} aria-label="Parts of the deployed strategy">
    <Tabs.Tab value="Control">Control</Tabs.Tab>
    <span className={classes.group} aria-hidden>
      Backtest
    </span>
    {files.map((name) => (
      <Tabs.Tab key={name} value={name} aria-description="From the backtest">
        {name}
      </Tabs.Tab>
    ))}
    <span className={classes.separator} aria-hidden />
    <Tabs.Tab value="Activity">Activity</Tabs.Tab>
  </Tabs.List>
);

/** Tabs over the deployment of a chat. */
export const StrategyPanel = ({ chatId, tab, onTab, renderFile, onGoLive }: StrategyPanelProps) => {
  const { currentData, error, isFetching, refetch } = useGetDeploymentStatusQuery({ id: chatId });
  // No update says that a bar has closed on which nothing is traded.
  useWhenDue(currentData?.next_rebalance_at ?? null, () => void refetch());
  if (!currentData && error && !isFetching)
    return <LoadFailure text={codeWords('Status', error)} onRetry={() => void refetch()} />;
  if (!currentData)
    return (
      <Stack aria-hidden>
        <Skeleton h={30} />
        <Skeleton h={120} />
      </Stack>
    );
  const files = tabsOf(currentData.backtest_folder_name, currentData.is_private);
  const shown = tab === 'Control' || tab === 'Activity' || files.includes(tab) ? tab : 'Control';
  return (
    <Tabs
      value={shown}
      onChange={(next) => onTab(next ?? 'Control')}
      keepMounted={false}
      className={classes.tabs ?? ''}
    >
      <Strip files={files} />
      <Tabs.Panel value="Control" className={classes.panel ?? ''}>
        <ControlTab
          status={currentData}
          onRefresh={() => void refetch()}
          onGoLive={() => onGoLive(currentData)}
        />
      </Tabs.Panel>
      {files.map((name) => (
        <Tabs.Panel key={name} value={name} tabIndex={0} className={classes.file ?? ''}>
          <Text size="xs" c="dimmed" className={classes.note ?? ''}>
            From the backtest, before this strategy was deployed.
          </Text>
          {renderFile(name, currentData, files.includes('Table'))}
        </Tabs.Panel>
      ))}
      <Tabs.Panel value="Activity" className={classes.panel ?? ''}>
        <Activity chatId={chatId} deploymentId={currentData.id} />
      </Tabs.Panel>
    </Tabs>
  );
};
