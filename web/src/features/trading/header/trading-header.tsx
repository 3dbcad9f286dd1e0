// The head of the trading page: which deployment is shown, with which money, and through which keys.
import { ActionIcon, Select, Title } from '@mantine/core';
import { IconFolders, IconLayoutDashboard } from '@tabler/icons-react';
import type { EndedDeployment, TradingDeployment } from '@tradeium/contracts';
import { useReturnedFocus } from '../../../lib/use-returned-focus.ts';
import { ModeBadge } from '../mode-badge.tsx';
import { NoticesButton } from '../notices/notices-button.tsx';
import { shareSize, shareWords } from '../share-words.ts';
import { StateBadge } from '../state-badge.tsx';
import { EndedMenu } from './ended-menu.tsx';
import { KeysMenu } from './keys-menu.tsx';
import { StopAll } from './stop-all.tsx';
import classes from './trading-header.module.css';

type TradingHeaderProps = {
  deployments: readonly TradingDeployment[];
  ended: readonly EndedDeployment[];
  selected: TradingDeployment | null;
  /** The name that its user gave a deployment. */
  nameOf: (deployment: TradingDeployment) => string;
  isListOpen: boolean;
  onSelect: (chatId: string) => void;
  onSelectEnded: (deploymentId: string) => void;
  onConnect: () => void;
  onToggleList: () => void;
  /** Null while the layout is the usual one. */
  onResetLayout: (() => void) | null;
};

type ChosenProps = Pick<
  TradingHeaderProps,
  'deployments' | 'ended' | 'selected' | 'nameOf' | 'onSelect' | 'onSelectEnded'
>;

/** An ended deployment is named next to the list of the others. */
const Name = ({ deployments, selected, nameOf, onSelect }: ChosenProps) => {
  const isEnded = selected?.status === 'ended';
  const isChoice = deployments.length > (isEnded ? 0 : 1);
  return (
    <>
      {isChoice ? (
        <Select
          size="xs"
          className={classes.choice ?? ''}
          classNames={{ input: classes.chosenName ?? '' }}
          title={selected && !isEnded ? nameOf(selected) : undefined}
          aria-label="Deployment"
          placeholder="Choose a deployment"
          allowDeselect={false}
          value={selected && !isEnded ? selected.backtest_session_id : null}
          data={deployments.map((one) => ({
            value: one.backtest_session_id,
            label: `${nameOf(one)} (${one.look})`,
          }))}
          onChange={(chatId) => chatId !== null && onSelect(chatId)}
        />
      ) : null}
      {selected && (isEnded || !isChoice) ? (
        <span className={classes.name} title={nameOf(selected)}>
          <bdi>{nameOf(selected)}</bdi>
        </span>
      ) : null}
    </>
  );
};

const Chosen = (props: ChosenProps) => {
  const { selected, ended, nameOf, onSelectEnded } = props;
  if (!selected && ended.length === 0) return null;
  return (
    <div className={classes.chosen}>
      <Name {...props} />
      {selected ? <ModeBadge look={selected.look} /> : null}
      {selected ? <StateBadge status={selected.status} /> : null}
      {selected?.share ? (
        <span className={classes.share} title={`Manages ${shareWords(selected.share)}`}>
          share: {shareSize(selected.share)}
        </span>
      ) : null}
      <EndedMenu ended={ended} nameOf={nameOf} onSelect={onSelectEnded} />
    </div>
  );
};

/** Goes once it is pressed. */
const ResetLayout = ({ onReset }: { onReset: () => void }) => {
  useReturnedFocus(true);
  return (
    <ActionIcon size={30} aria-label="Reset the layout" title="Reset the layout" onClick={onReset}>
      <IconLayoutDashboard size={17} aria-hidden />
    </ActionIcon>
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
        {onResetLayout ? <ResetLayout onReset={onResetLayout} /> : null}
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
