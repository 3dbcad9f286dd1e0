// The notes of the history about events other than rebalances.
import { type DeploymentEvent, QUOTE_CURRENCY, type TraderEvent } from '@tradeium/contracts';
import { STOP_REASONS } from '../domain/stop-reasons.ts';

type Note = { readonly type: string; readonly detail: string | null };

const TWO_PLACES = { minimumFractionDigits: 2, maximumFractionDigits: 2 } as const;

const usdt = (amount: number): string =>
  `${amount < 0 ? '−' : '+'}${Math.abs(amount).toLocaleString('en-US', TWO_PLACES)} USDT`;

type Stopped = Extract<DeploymentEvent, { type: 'DeploymentStopped' }>['data'];

const isOneOfAll = ({ withAll, reason }: Stopped): boolean => withAll === true && reason !== 'account-locked';

const lifeNote = (event: DeploymentEvent): Note | null => {
  switch (event.type) {
    case 'DeploymentCreated':
      return { type: 'deployed', detail: event.data.displayName };
    case 'AutoRebalanceSwitchedOn':
      return { type: 'switched_on', detail: null };
    case 'AutoRebalanceSwitchedOff':
      return { type: 'switched_off', detail: null };
    case 'MandateChanged':
      return { type: 'mandate_changed', detail: null };
    case 'DeploymentPaused':
      return { type: 'paused', detail: event.data.detail };
    case 'DeploymentResumed':
      return { type: 'resumed', detail: null };
    case 'DeploymentStopped':
      return {
        type: 'stopped',
        detail: `${STOP_REASONS[event.data.reason]}${isOneOfAll(event.data) ? ', along with all others' : ''}`,
      };
    case 'DeploymentEnded':
      return { type: 'ended', detail: STOP_REASONS[event.data.reason] };
    case 'OrderResolved': {
      const { late } = event.data;
      if (late === null) return null;
      const done = late.side === 'buy' ? 'bought' : 'sold';
      return {
        type: 'late_fill',
        detail: `${late.filled} ${late.coin} more ${done} after its order had ended`,
      };
    }
    case 'CoinsLeftOut':
      return event.data.added.length === 0
        ? null
        : { type: 'left_out', detail: `The exchange does not trade ${event.data.added.join(', ')} now` };
    case 'DrawdownWarned':
      return {
        type: 'drawdown_warning',
        detail: `The value is ${event.data.drawdownPercent.toFixed(2)} % below its highest`,
      };
    default:
      return null;
  }
};

/** Null for what the log leaves out. */
export const noteOf = (event: DeploymentEvent | TraderEvent): Note | null => {
  switch (event.type) {
    case 'KeysConnected':
      return {
        type: event.data.replaces === null ? 'keys_connected' : 'keys_replaced',
        detail: event.data.exchange,
      };
    case 'KeysRemoved':
      return { type: 'keys_removed', detail: event.data.exchange };
    case 'TradingStopped':
      return { type: 'stopped_all', detail: null };
    case 'AccountReconciled': {
      const { changes } = event.data;
      if (changes.length === 0) return null;
      const each = changes.map(
        ({ asset, valueUsdt }) => `${asset === QUOTE_CURRENCY ? '' : `${asset} worth `}${usdt(valueUsdt)}`,
      );
      return { type: 'external_change', detail: each.join(', ') };
    }
    default:
      return lifeNote(event as DeploymentEvent);
  }
};
