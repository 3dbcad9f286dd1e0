// Which events of a deployment its user hears about at once, and under which heading.
import type { DeploymentEvent, NoticeKind } from '@tradeium/contracts';
import { unsoldWords } from './sell.ts';
import { STOP_REASONS } from './stop-reasons.ts';

export type Raised = {
  readonly kind: NoticeKind;
  readonly detail: string;
  /** It is about all deployments of its user: however many say it, there is one notice. */
  readonly isAboutAll?: true;
};

/** Of a stop of all deployments by their user, who needs no reason. */
export const BY_USER = 'all deployments';

const allStopped = (reason: keyof typeof STOP_REASONS): Raised => ({
  kind: 'kill_switch',
  detail: reason === 'by-user' ? BY_USER : STOP_REASONS[reason],
  isAboutAll: true,
});

/** Codes of the catalogue that have their own heading. */
const KIND_OF_CODE: Readonly<Record<string, NoticeKind>> = {
  API_KEYS_WRONG: 'keys_refused',
  API_KEYS_REQUIRED: 'keys_refused',
  API_KEYS_CANNOT_READ: 'keys_refused',
  API_KEYS_CANNOT_TRADE: 'keys_refused',
  MANDATE_EXPIRED: 'mandate_expired',
  INSUFFICIENT_CREDITS: 'credits_too_low',
  CREDITS_OWED: 'credits_owed',
};

/** True if a code of the catalogue says that the exchange does not take the keys. */
export const isAboutKeys = (code: string): boolean => KIND_OF_CODE[code] === 'keys_refused';

/** The pause or the stop has a notice with the reason, so the failure that comes with it needs none. */
const NOTICED_OTHERWISE = [
  'ORDER_OUTCOME_UNKNOWN',
  'DEPLOYMENT_PAUSED',
  'DEPLOYMENT_STOPPED',
  'ACCOUNT_UNEXPLAINED',
];

const usdt = (amount: number): string => `${amount < 0 ? '−' : '+'}${Math.abs(amount).toFixed(2)} USDT`;

const LISTED_MAX = 8;

type Noticing = {
  readonly [Type in DeploymentEvent['type']]?: (
    data: Extract<DeploymentEvent, { type: Type }>['data'],
  ) => Raised | null;
};

const NOTICING = {
  DeploymentPaused: ({ reason, detail }) => ({ kind: KIND_OF_CODE[reason] ?? 'paused', detail }),
  DrawdownWarned: ({ drawdownPercent }) => ({
    kind: 'drawdown_warning',
    detail: `${drawdownPercent.toFixed(2)} %`,
  }),
  DeploymentStopped: ({ reason, withAll, thenSell }) => {
    if (withAll) return allStopped(reason);
    return reason === 'drawdown'
      ? { kind: 'drawdown_stop', detail: thenSell ? 'Everything that it holds is being sold to USDT' : '' }
      : { kind: 'kill_switch', detail: '' };
  },
  RebalanceFailed: ({ reason, detail, isSell }) => {
    if (isSell) return { kind: 'sell_unfinished', detail };
    return NOTICED_OTHERWISE.includes(reason)
      ? null
      : { kind: KIND_OF_CODE[reason] ?? 'rebalance_failed', detail };
  },
  RebalanceCompleted: ({ unsold = [] }) =>
    unsold.length === 0 ? null : { kind: 'sell_unfinished', detail: unsoldWords(unsold) },
  CoinsLeftOut: ({ added }) =>
    added.length === 0 ? null : { kind: 'coins_left_out', detail: added.join(', ') },
  AccountReconciled: ({ changes }) => {
    if (changes.length === 0) return null;
    const each = changes.map(({ asset, valueUsdt }) => `${asset} ${usdt(valueUsdt)}`);
    const more = each.length > LISTED_MAX ? [`${each.length - LISTED_MAX} more`] : [];
    return { kind: 'external_change', detail: [...each.slice(0, LISTED_MAX), ...more].join(', ') };
  },
} satisfies Noticing;

/** The types of events that may need a notice. */
export const NOTICED_EVENTS = Object.keys(NOTICING) as (keyof typeof NOTICING)[];

/** Null for what needs no notice. */
export const noticeOfEvent = ({ type, data }: DeploymentEvent): Raised | null => {
  const notice = (NOTICING as Noticing)[type] as ((data: unknown) => Raised | null) | undefined;
  return notice?.(data) ?? null;
};
