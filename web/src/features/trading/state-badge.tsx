// Says that a deployment sends no orders, and why in one word; next to the money at stake.
import type { TradingDeployment } from '@tradeium/contracts';
import classes from './mode-badge.module.css';

const WORDS = {
  active: null,
  paused: 'Paused',
  stopped: 'Stopped',
  ended: 'Ended',
} as const satisfies Record<TradingDeployment['status'], string | null>;

/** Nothing while it trades. */
export const StateBadge = ({ status }: Pick<TradingDeployment, 'status'>) => {
  const words = WORDS[status];
  return words === null ? null : (
    <span className={classes.badge} data-state={status}>
      {words}
    </span>
  );
};
