// The trading page: the dashboard of the chosen deployment, and next to it the chats whose results can be deployed.
import { Button, Center, Loader, Text } from '@mantine/core';
import { IconRocket } from '@tabler/icons-react';
import type { TradingDeployment } from '@tradeium/contracts';
import { Suspense, useEffect, useState } from 'react';
import { useListChatsQuery } from '../../features/backtest-chats/api.ts';
import { ChatsPanel } from '../../features/backtest-chats/chats-panel.tsx';
import { FileViewer } from '../../features/results/files/file-viewer.tsx';
import { useGetDeploymentStatusQuery } from '../../features/trading/api.ts';
import { EndedPanel } from '../../features/trading/ended-panel.tsx';
import { useKeys } from '../../features/trading/header/keys-menu.tsx';
import { TradingHeader } from '../../features/trading/header/trading-header.tsx';
import { ModeBadge } from '../../features/trading/mode-badge.tsx';
import { Performance } from '../../features/trading/performance/performance.tsx';
import { Positions } from '../../features/trading/positions/positions-table.tsx';
import { isBacktestTab, StrategyPanel } from '../../features/trading/strategy-panel.tsx';
import { useTradingLayout, WIDGETS, type WidgetName } from '../../features/trading/trading-layout.ts';
import { codeWords } from '../../features/trading/trading-words.ts';
import { money } from '../../lib/format.ts';
import { lazyNamed } from '../../lib/loading/lazy-named.ts';
import { policyWords } from '../../lib/policy-words.ts';
import { useSimpleLayout } from '../../lib/use-basic-mode.ts';
import { usePageTitle } from '../../lib/use-page-title.ts';
import { Dashboard, type Part } from '../../ui/dashboard/dashboard.tsx';
import { EmptyPlace } from '../../ui/loading/empty-place.tsx';
import { LoadFailure } from '../../ui/loading/load-failure.tsx';
import { ListDrawer } from '../workspace/layout/list-drawer.tsx';
import { KeysNotice } from './keys-notice.tsx';
import { ListPane } from './list-pane.tsx';
import classes from './trading-page.module.css';
import { type Desk, useDesk } from './use-desk.ts';

const ConnectDialog = lazyNamed(
  () => import('../../features/trading/deploy/connect-dialog.tsx'),
  'ConnectDialog',
);
const DeployFlow = lazyNamed(() => import('../../features/trading/deploy/deploy-flow.tsx'), 'DeployFlow');

const SAVED_SHOWN_MS = 5_000;

type NothingProps = { desk: Desk; onChooseResult: () => void };
type StrategyPartProps = NothingProps & { tab: string; onTab: (tab: string) => void };

const NothingDeployed = ({ desk, onChooseResult }: NothingProps) => (
  <Center>
    <EmptyPlace
      icon={IconRocket}
      title={desk.chatId === null ? 'Nothing is deployed yet' : 'No result of this chat is deployed'}
      text="Choose a backtest result to deploy its strategy. You need no exchange account to try it: start with play money, and go live when you are convinced."
    >
      <Button onClick={onChooseResult}>Choose a result</Button>
    </EmptyPlace>
  </Center>
);

const StrategyPart = ({ desk, onChooseResult, tab, onTab }: StrategyPartProps) => {
  const { selected } = desk;
  if (desk.isLoading)
    return (
      <Center h="100%">
        <Loader size="sm" aria-label="Loading" />
      </Center>
    );
  if (desk.error) return <LoadFailure text={codeWords('Status', desk.error)} onRetry={desk.retry} />;
  if (desk.endedOne) return <EndedPanel key={desk.endedOne.id} deployment={desk.endedOne} />;
  if (!selected) return <NothingDeployed desk={desk} onChooseResult={onChooseResult} />;
  return (
    <StrategyPanel
      key={selected.id}
      chatId={selected.backtest_session_id}
      tab={tab}
      onTab={onTab}
      renderFile={(filename, status, hasTable) => (
        <FileViewer
          chatId={status.backtest_session_id}
          folderName={status.backtest_folder_name}
          runId={status.run_id}
          filename={filename}
          hasTable={hasTable}
          title={desk.strategyOf(status)}
        />
      )}
      onGoLive={(status) =>
        desk.deploy(
          {
            chatId: status.backtest_session_id,
            folderName: status.backtest_folder_name,
            name: desk.strategyOf(status),
            policy: policyWords(status),
            portfolio: status.portfolio,
          },
          'live',
        )
      }
    />
  );
};

const titleOf = ({ selected, endedOne }: Desk): string => {
  if (endedOne) return 'Ended deployment';
  return selected ? 'Deployment' : 'Deploy a strategy';
};

const STACKED: readonly WidgetName[] = ['strategy', 'positions', 'performance'];

const useParts = (desk: Desk, onChooseResult: () => void): Readonly<Record<WidgetName, Part>> => {
  const keys = useKeys();
  const { selected } = desk;
  const [{ id, tab }, setTab] = useState({ id: '', tab: 'Control' });
  const shownTab = id === selected?.id ? tab : 'Control';
  const look = selected?.look ?? (keys ? (keys.is_testnet ? 'testnet' : 'live') : null);
  const badge = look ? <ModeBadge look={look} /> : null;
  return {
    performance: {
      title: 'Performance',
      aside: selected ? badge : null,
      content: <Performance deployment={selected} isEnded={desk.endedOne !== null} />,
    },
    positions: {
      title: selected?.share ? 'Positions of this deployment' : 'Current Positions',
      aside: badge,
      content: desk.endedOne ? (
        <Text size="sm" c="dimmed">
          A deployment that has ended manages no positions.
        </Text>
      ) : (
        <Positions chatId={selected?.backtest_session_id ?? null} onAddKeys={desk.connect} />
      ),
    },
    strategy: {
      title: titleOf(desk),
      aside: selected && !isBacktestTab(shownTab) ? badge : null,
      content: (
        <StrategyPart
          desk={desk}
          onChooseResult={onChooseResult}
          tab={shownTab}
          onTab={(next) => setTab({ id: selected?.id ?? '', tab: next })}
        />
      ),
    },
  };
};

/** The account's value stands in the tab's title. */
const useTitle = ({ selected }: Desk) => {
  const { currentData } = useGetDeploymentStatusQuery(
    { id: selected?.backtest_session_id ?? '' },
    { skip: selected === null || selected.status === 'ended' },
  );
  const value = currentData?.portfolio_value_usdt ?? null;
  usePageTitle(value === null ? 'Trading' : `${money(value)} · Trading`);
};

/** True for five seconds after it was called. */
const useSaved = (): [boolean, () => void] => {
  const [isShown, setShown] = useState(false);
  useEffect(() => {
    if (!isShown) return undefined;
    const timer = setTimeout(() => setShown(false), SAVED_SHOWN_MS);
    return () => clearTimeout(timer);
  }, [isShown]);
  return [isShown, () => setShown(true)];
};

type ListProps = { desk: Desk; isOpen: boolean; onClose: () => void };

const List = ({ desk, isOpen, onClose }: ListProps) => {
  const isSimple = useSimpleLayout();
  const { data, error } = useListChatsQuery();
  if (!isOpen) return null;
  const panel = (
    <ChatsPanel
      chats={data}
      error={error}
      chatId={desk.selected?.backtest_session_id ?? desk.chatId}
      item={null}
      onSelect={(chatId, item) => void desk.choose(chatId, item)}
      deployed={desk.deployed}
      isDeploying
    />
  );
  return isSimple ? <ListDrawer onClose={onClose}>{panel}</ListDrawer> : <ListPane>{panel}</ListPane>;
};

const Dialogs = ({
  desk,
  onSaved,
  onDeployed,
}: {
  desk: Desk;
  onSaved: () => void;
  onDeployed: () => void;
}) => {
  const keys = useKeys();
  return (
    <Suspense>
      {desk.isConnecting ? (
        <ConnectDialog
          isReplacing={Boolean(keys)}
          onSaved={() => {
            onSaved();
            desk.closeConnect();
          }}
          onClose={desk.closeConnect}
        />
      ) : null}
      {desk.asked ? (
        <DeployFlow
          {...desk.asked}
          onDeployed={({ backtest_session_id }) => {
            desk.closeDeploy();
            desk.select(backtest_session_id);
            onDeployed();
          }}
          onClose={desk.closeDeploy}
        />
      ) : null}
    </Suspense>
  );
};

/** Everything of live trading; on a narrow screen its parts lie one below the other. */
export const TradingPage = () => {
  const desk = useDesk();
  const arranged = useTradingLayout();
  const [isListOpen, setListOpen] = useState(false);
  const [isSaved, showSaved] = useSaved();
  useTitle(desk);
  const { data: chats } = useListChatsQuery();
  const nameOf = (deployment: TradingDeployment): string =>
    [desk.strategyOf(deployment), chats?.find(({ id }) => id === deployment.backtest_session_id)?.name]
      .filter(Boolean)
      .join(' · ');
  const parts = useParts(desk, () => setListOpen(true));
  return (
    <div className={classes.page}>
      <TradingHeader
        deployments={desk.deployments}
        ended={desk.ended}
        selected={desk.selected}
        nameOf={nameOf}
        isListOpen={isListOpen}
        onSelect={desk.select}
        onSelectEnded={desk.selectEnded}
        onConnect={desk.connect}
        onToggleList={() => setListOpen(!isListOpen)}
        onResetLayout={arranged.reset}
      />
      <div className={classes.columns}>
        <div className={classes.main}>
          <KeysNotice desk={desk} isSaved={isSaved} />
          <Dashboard parts={parts} names={WIDGETS} arranged={arranged} stacked={STACKED} />
        </div>
        <List desk={desk} isOpen={isListOpen} onClose={() => setListOpen(false)} />
      </div>
      <Dialogs desk={desk} onSaved={showSaved} onDeployed={() => setListOpen(false)} />
    </div>
  );
};
