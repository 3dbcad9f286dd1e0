// Which events of a deployment its user hears about at once, and under which heading.
import type { DeploymentEvent, NoticeKind } from '@tradeium/contracts';

export type Raised = {
  readonly kind: NoticeKind;
  readonly detail: string;
  /** It is about all deployments of its user: however many say it, there is one notice. */
  readonly isAboutAll?: true;
};

const ALL_STOPPED: Raised = { kind: 'kill_switch', detail: 'all deployments', isAboutAll: true };

/** Codes of the catalogue that have a heading of their own. */
const KIND_OF_CODE: Readonly<Record<string, NoticeKind>> = {
  API_KEYS_WRONG: 'keys_refused',
  API_KEYS_REQUIRED: 'keys_refused',
  API_KEYS_CANNOT_READ: 'keys_refused',
  API_KEYS_CANNOT_TRADE: 'keys_refused',
  MANDATE_EXPIRED: 'mandate_expired',
  INSUFFICIENT_CREDITS: 'credits_too_low',
};

/** Whether a code of the catalogue says that the exchange does not take the keys. */
export const isAboutKeys = (code: string): boolean => KIND_OF_CODE[code] === 'keys_refused';

/** The pause or the stop has a notice with the reason, so the failure beside it needs none. */
const NOTICED_OTHERWISE = [
  'ORDER_OUTCOME_UNKNOWN',
  'DEPLOYMENT_PAUSED',
  'DEPLOYMENT_STOPPED',
  'ACCOUNT_UNEXPLAINED',
];

const usdt = (amount: number): string => `${amount < 0 ? '−' : '+'}${Math.abs(amount).toFixed(2)} USDT`;

const LISTED_MAX = 8;

/** Null for what needs no notice. */
export const noticeOfEvent = ({ type, data }: DeploymentEvent): Raised | null => {
  switch (type) {
    case 'DeploymentPaused':
      return { kind: KIND_OF_CODE[data.reason] ?? 'paused', detail: data.detail };
    case 'DrawdownWarned':
      return { kind: 'drawdown_warning', detail: `${data.drawdownPercent.toFixed(2)} %` };
    case 'DeploymentStopped':
      if (data.withAll) return ALL_STOPPED;
      return { kind: data.reason === 'drawdown' ? 'drawdown_stop' : 'kill_switch', detail: '' };
    case 'RebalanceFailed':
      if (NOTICED_OTHERWISE.includes(data.reason)) return null;
      return { kind: KIND_OF_CODE[data.reason] ?? 'rebalance_failed', detail: data.detail };
    case 'AccountReconciled': {
      if (data.changes.length === 0) return null;
      const each = data.changes.map(({ asset, valueUsdt }) => `${asset} ${usdt(valueUsdt)}`);
      const more = each.length > LISTED_MAX ? [`${each.length - LISTED_MAX} more`] : [];
      return { kind: 'external_change', detail: [...each.slice(0, LISTED_MAX), ...more].join(', ') };
    }
    default:
      return null;
  }
};

export const NOTICED_EVENTS: readonly DeploymentEvent['type'][] = [
  'DeploymentPaused',
  'DrawdownWarned',
  'DeploymentStopped',
  'RebalanceFailed',
  'AccountReconciled',
];
