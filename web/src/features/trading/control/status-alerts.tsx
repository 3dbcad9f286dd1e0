// The alerts that a user must read about a deployment first: why it does not trade, and what is close to a limit.
import { Alert, Button } from '@mantine/core';
import { IconAlertTriangle, IconHandStop, IconPlayerPause } from '@tabler/icons-react';
import type { DeploymentStatus } from '@tradeium/contracts';
import { percent, percentOf, utcDateTime } from '../../../lib/format.ts';
import { sentence } from '../trading-words.ts';

type StatusAlertsProps = { status: DeploymentStatus; isResuming: boolean; onResume: () => void };

const HALTED = {
  paused: { title: 'Paused', icon: IconPlayerPause, color: 'yellow' },
  stopped: { title: 'Stopped', icon: IconHandStop, color: 'red' },
} as const;

const Halted = ({ status, isResuming, onResume }: StatusAlertsProps) => {
  if (status.status !== 'paused' && status.status !== 'stopped') return null;
  const { title, icon: Icon, color } = HALTED[status.status];
  return (
    <Alert color={color} title={title} icon={<Icon size={18} aria-hidden />} role="status">
      {sentence(status.status_reason ?? 'no orders are sent until you resume.')}
      <Button
        size="compact-sm"
        variant="default"
        mt="xs"
        display="block"
        loading={isResuming}
        onClick={onResume}
      >
        Resume
      </Button>
    </Alert>
  );
};

/** Nothing while all is well. */
export const StatusAlerts = (props: StatusAlertsProps) => {
  const { status } = props;
  const { drawdown_stop_percent: stopAt } = status.mandate;
  return (
    <>
      <Halted {...props} />
      {status.status === 'ended' ? (
        <Alert color="gray" title="Ended" role="status">
          {status.status_reason ?? 'Another deployment has taken its place.'}
        </Alert>
      ) : null}
      {status.drawdown_warning && status.status === 'active' ? (
        <Alert color="yellow" icon={<IconAlertTriangle size={18} aria-hidden />} role="status">
          The drawdown is {percent((status.drawdown_percent ?? 0) / 100)}
          {status.valued_at === null ? '' : ` (as of ${utcDateTime(status.valued_at)})`}. Trading stops
          {stopAt === null ? ' soon' : ` at ${percentOf(stopAt)}`}
          {status.mandate.on_drawdown === 'sell' ? ', and everything is sold to USDT' : ''}.
        </Alert>
      ) : null}
    </>
  );
};
