// The head of the trading page: which deployment is shown, with which money, and through which keys.
import { ActionIcon, Select, Title } from '@mantine/core';
import { IconFolders, IconLayoutDashboard } from '@tabler/icons-react';
import type { TradingDeployment } from '@tradeium/contracts';
import { ModeBadge } from '../mode-badge.tsx';
import { NoticesButton } from '../notices/notices-button.tsx';
import { StateBadge } from '../state-badge.tsx';
import { KeysMenu } from './keys-menu.tsx';
import { StopAll } from './stop-all.tsx';
import classes from './trading-header.module.css';

type TradingHeaderProps = {
  deployments: readonly TradingDeployment[];
  selected: TradingDeployment | null;
  /** What its user calls a deployment. */
  nameOf: (deployment: TradingDeployment) => string;
  isListOpen: boolean;
  onSelect: (chatId: string) => void;
  onConnect: () => void;
  onToggleList: () => void;
  /** Null while the layout is the usual one. */
  onResetLayout: (() => void) | null;
};

type ChosenProps = Pick<TradingHeaderProps, 'deployments' | 'selected' | 'nameOf' | 'onSelect'>;

const Chosen = ({ deployments, selected, nameOf, onSelect }: ChosenProps) => {
  if (!selected) return null;
  return (
    <div className={classes.chosen}>
      {deployments.length > 1 ? (
        <Select
          size="xs"
          className={classes.choice ?? ''}
          classNames={{ input: classes.chosenName ?? '' }}
          title={nameOf(selected)}
          aria-label="Deployment"
          allowDeselect={false}
          value={selected.backtest_session_id}
          data={deployments.map((one) => ({
            value: one.backtest_session_id,
            label: `${nameOf(one)} (${one.look})`,
          }))}
          onChange={(chatId) => chatId !== null && onSelect(chatId)}
        />
      ) : (
        <span className={classes.name} title={nameOf(selected)}>
          <bdi>{nameOf(selected)}</bdi>
        </span>
      )}
      <ModeBadge look={selected.look} />
      <StateBadge status={selected.status} />
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
        <NoticesButton />
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
        <StopAll deployments={deployments} />
      </div>
    </header>
  );
};
