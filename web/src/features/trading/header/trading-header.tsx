// The head of the trading page: which deployment is shown, with which money, and through which keys.
import { ActionIcon, Select, Title } from '@mantine/core';
import { IconFolders, IconLayoutDashboard } from '@tabler/icons-react';
import type { TradingDeployment } from '@tradeium/contracts';
import { ModeBadge } from '../mode-badge.tsx';
import { KeysMenu } from './keys-menu.tsx';
import { StopAll } from './stop-all.tsx';
import classes from './trading-header.module.css';

type TradingHeaderProps = {
  deployments: readonly TradingDeployment[];
  selected: TradingDeployment | null;
  isListOpen: boolean;
  onSelect: (chatId: string) => void;
  onConnect: () => void;
  onToggleList: () => void;
  /** Null while the layout is the usual one. */
  onResetLayout: (() => void) | null;
};

const Chosen = ({
  deployments,
  selected,
  onSelect,
}: Pick<TradingHeaderProps, 'deployments' | 'selected' | 'onSelect'>) => {
  if (!selected) return null;
  return (
    <div className={classes.chosen}>
      {deployments.length > 1 ? (
        <Select
          size="xs"
          className={classes.choice ?? ''}
          aria-label="Deployment"
          allowDeselect={false}
          value={selected.backtest_session_id}
          data={deployments.map((one) => ({
            value: one.backtest_session_id,
            label: `${one.folder_display_name} (${one.look})`,
          }))}
          onChange={(chatId) => chatId !== null && onSelect(chatId)}
        />
      ) : (
        <span className={classes.name} title={selected.folder_display_name}>
          <bdi>{selected.folder_display_name}</bdi>
        </span>
      )}
      <ModeBadge look={selected.look} />
    </div>
  );
};

export const TradingHeader = (props: TradingHeaderProps) => {
  const { deployments, isListOpen, onConnect, onToggleList, onResetLayout } = props;
  return (
    <header className={classes.head}>
      <Title order={1} className={classes.title ?? ''}>
        Live trading
      </Title>
      <Chosen {...props} />
      <div className={classes.actions}>
        <KeysMenu onConnect={onConnect} />
        {deployments.some(({ status }) => status === 'active' || status === 'paused') ? <StopAll /> : null}
        {onResetLayout ? (
          <ActionIcon
            size={30}
            aria-label="Reset the layout"
            title="Reset the layout"
            onClick={onResetLayout}
          >
            <IconLayoutDashboard size={17} aria-hidden />
          </ActionIcon>
        ) : null}
        <ActionIcon
          size={30}
          aria-label="Backtest chats"
          title="Backtest chats"
          aria-expanded={isListOpen}
          onClick={onToggleList}
        >
          <IconFolders size={17} aria-hidden />
        </ActionIcon>
      </div>
    </header>
  );
};
