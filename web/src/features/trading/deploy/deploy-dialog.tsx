// Confirms a deployment: with which money, and what that means.
import { Alert, Button, Group, Modal, NumberInput, Radio, Stack, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import {
  type ConnectedKeys,
  PAPER_CAPITAL_MAX,
  PAPER_CAPITAL_MIN,
  PAPER_CAPITAL_USDT,
  REBALANCE_VUT,
  type TradingDeployment,
} from '@tradeium/contracts';
import { useState } from 'react';
import { EXCHANGE_NAME, useSaveDeploymentMutation } from '../api.ts';
import { ModeBadge } from '../mode-badge.tsx';
import { deployProblem } from '../trading-words.ts';

export type DeployTarget = {
  readonly chatId: string;
  readonly folderName: string;
  /** What its user calls the folder. */
  readonly name: string;
};

type Mode = TradingDeployment['mode'];

type DeployDialogProps = {
  target: DeployTarget;
  /** Null without any: then only play money is offered. */
  keys: ConnectedKeys | null;
  first: Mode;
  onDeployed: (deployment: TradingDeployment) => void;
  onClose: () => void;
};

const LiveWarning = () => (
  <Alert color="yellow" icon={<IconAlertTriangle size={18} aria-hidden />}>
    This creates live trades using the connected exchange account. Review the strategy in backtesting first.
    Past performance does not guarantee future results.
  </Alert>
);

const PaperNote = () => (
  <Text size="sm" c="dimmed">
    No order reaches your exchange account. Each rebalance costs {REBALANCE_VUT} VUT, as a live one does, when
    an order was sent.
  </Text>
);

type ChoiceProps = { keys: ConnectedKeys; mode: Mode; onChange: (mode: Mode) => void };

const ModeChoice = ({ keys, mode, onChange }: ChoiceProps) => (
  <Radio.Group
    label="Trade with"
    value={mode}
    onChange={(value) => onChange(value === 'paper' ? 'paper' : 'live')}
  >
    <Stack gap="xs" mt={6}>
      <Radio
        value="live"
        label={
          <>
            The connected {EXCHANGE_NAME} account, key {keys.key_prefix}{' '}
            <ModeBadge look={keys.is_testnet ? 'testnet' : 'live'} />
          </>
        }
      />
      <Radio
        value="paper"
        label={
          <>
            Play money <ModeBadge look="paper" />
          </>
        }
      />
    </Stack>
  </Radio.Group>
);

/** Nothing is traded yet: auto-rebalance is switched on, or a rebalance started, on the trading page. */
export const DeployDialog = ({ target, keys, first, onDeployed, onClose }: DeployDialogProps) => {
  const [deploy, { isLoading }] = useSaveDeploymentMutation();
  const [mode, setMode] = useState<Mode>(keys ? first : 'paper');
  const [capital, setCapital] = useState<number | string>(PAPER_CAPITAL_USDT);
  const [problem, setProblem] = useState<string | null>(null);
  const confirm = async () => {
    setProblem(null);
    const { data, error } = await deploy({
      backtest_session_id: target.chatId,
      backtest_folder_name: target.folderName,
      mode,
      ...(mode === 'paper' && { paper_capital_usdt: Number(capital) }),
    });
    if (data) onDeployed(data);
    else setProblem(deployProblem(error));
  };
  return (
    <Modal
      opened
      onClose={onClose}
      title={mode === 'live' ? 'Deploy Strategy Live' : 'Deploy with play money'}
    >
      <Stack>
        <Text size="sm">
          Deploy <bdi>{target.name}</bdi>. It begins to trade once you switch auto-rebalance on or start a
          rebalance.
        </Text>
        {keys ? <ModeChoice keys={keys} mode={mode} onChange={setMode} /> : null}
        {mode === 'live' ? <LiveWarning /> : <PaperNote />}
        {mode === 'paper' ? (
          <NumberInput
            label="Play money to begin with"
            suffix=" USDT"
            thousandSeparator=","
            min={PAPER_CAPITAL_MIN}
            max={PAPER_CAPITAL_MAX}
            value={capital}
            onChange={setCapital}
          />
        ) : null}
        {problem === null ? null : (
          <Alert color="red" role="alert">
            {problem}
          </Alert>
        )}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button loading={isLoading} onClick={() => void confirm()}>
            {mode === 'live' ? 'Deploy live' : 'Deploy on paper'}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
};
